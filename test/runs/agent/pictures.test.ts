import { afterAll, describe, expect, it } from 'vitest';
import { openai } from '../../model-provider/openai.ts';
import { answer } from '../../model-provider/replies.ts';
import { python, useScriptedModel } from '../../helpers/scripted-model.ts';
import { useService } from '../../helpers/use-service.ts';
import { postTo } from './post.ts';

const LIMIT = { timeout: 240_000 };

const model = await useScriptedModel();
const service = await useService({
  sandboxes: true,
  provider: model.provider,
  env: {
    MODELS: JSON.stringify([
      { name: 'blind', capabilities: { images: false } },
      { name: 'refusing', model: 'refusing' },
    ]),
  },
});
afterAll(() => expect(model.provider.unexpected()).toBe(0));

const post = postTo(service);
const task = async (body: object) => post('/v1/agents/tasks', body);
const analyze = async (body: object) => post('/v1/analyze', body);
const pointersOf = ({ status, problem }: Awaited<ReturnType<typeof task | typeof analyze>>) => [
  status,
  problem.errors?.map(({ pointer }) => pointer),
];

/** A picture of a single pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const url = `data:image/png;base64,${PNG}`;
const pictures = [{ name: 'bill.png', content_b64: PNG }];

describe('Pictures of a task or an analysis', () => {
  it('the model sees the pictures, also in a continued task, and code has them as files', LIMIT, async () => {
    model.play('seen', [python("print(open('/tmp/bill.png', 'rb').read(4))"), { text: 'A dot.' }]);
    const first = await task({ task: '[seen] What is it?', pictures });
    expect(first).toMatchObject({
      status: 200,
      body: {
        result: 'A dot.',
        steps: [{ stdout: "b'\\x89PNG'\n" }],
        input_files: [{ name: 'bill.png' }],
      },
    });
    for (const { raw } of model.askedOf('seen')) expect(raw).toContain(url);
    const { ledger_ref: ref, input_files: files } = first.body;
    const rows = await service.database.db
      .selectFrom('agent_actions')
      .select('body')
      .where('ledger_ref', '=', ref)
      .where('action', '=', 'agent.turn')
      .execute();
    expect(rows).toHaveLength(2);
    for (const { body } of rows) {
      expect(body).toContain('not in pictures');
      expect(body).toContain('"answered_by":"fake-model"');
    }

    model.play('seen', [{ text: 'not asked again' }, { text: 'Still a dot.' }]);
    expect(await task({ task: 'And now?', continue: ref })).toMatchObject({
      status: 200,
      body: { result: 'Still a dot.' },
    });
    expect(model.askedOf('seen').at(-1)!.raw).toContain(url);
    expect(pointersOf(await task({ task: 'x', continue: ref, model: 'blind' }))).toEqual([
      422,
      ['/continue'],
    ]);

    model.play('by-id', [{ text: 'A dot.' }]);
    const again = await analyze({
      question: '[by-id] What is it?',
      data: 'a\n1\n',
      pictures: [{ file_id: files[0]!.id }],
    });
    expect(again).toMatchObject({ status: 200, body: { answer: 'A dot.' } });
    expect(model.askedOf('by-id')[0]!.raw).toContain(url);
  });

  it('a task and an analysis without pictures are answered by the model that they name', LIMIT, async () => {
    model.play('named', [{ text: 'Done.' }]);
    const named = { model: 'refusing' };
    const first = await task({ task: '[named] Say that you are done.', ...named });
    const second = await analyze({ question: '[named] Say that you are done.', data: 'a\n1\n', ...named });
    const refs = [first, second].map(({ body }) => body.ledger_ref);
    const rows = await service.database.db
      .selectFrom('agent_actions')
      .select('body')
      .where('ledger_ref', 'in', refs)
      .where('action', '=', 'agent.turn')
      .execute();
    expect(rows).toHaveLength(2);
    for (const { body } of rows) expect(body).toContain('"answered_by":"refusing"');
    expect(model.askedOf('named').map(({ body }) => body.model)).toEqual(['refusing', 'refusing']);
  });

  it.for([
    ['a model that sees none', { model: 'blind', pictures }, ['/model']],
    ['text', { pictures: [{ name: 'a.png', content_b64: 'YWJj' }] }, ['/pictures/0/content_b64']],
    ['nothing', { pictures: [{ name: 'a.png' }] }, ['/pictures/0']],
    ['an unknown id', { pictures: [{ file_id: `file_${'0'.repeat(32)}` }] }, ['/pictures/0/file_id']],
    [
      'too many',
      { pictures: Array.from({ length: 9 }, (_, at) => ({ name: `${at}.png`, content_b64: PNG })) },
      ['/pictures'],
    ],
    [
      'too large a picture',
      { pictures: [{ name: 'a.png', content_b64: PNG.slice(0, 32) + 'AAAA'.repeat(1_750_000) }] },
      ['/pictures/0/content_b64'],
    ],
  ] as const)('the API refuses %s', LIMIT, async ([, more, pointers]) => {
    expect(pointersOf(await task({ task: 'x', ...more }))).toEqual([422, pointers]);
  });

  it(
    'a task ends if the server refuses its pictures, and the next one is refused at once',
    LIMIT,
    async () => {
      const refusal = answer(
        400,
        openai.error({ type: 'invalid_request_error', message: 'image input is not supported' }),
      );
      model.play('refused', [({ raw }) => (raw.includes('image_url') ? refusal : { text: 'A guess.' })]);
      const asked = { task: '[refused] What is it?', pictures, model: 'refusing' };
      expect(await task(asked)).toMatchObject({
        status: 502,
        body: { detail: 'The model does not see pictures.' },
      });
      await expect.poll(async () => pointersOf(await task(asked))).toEqual([422, ['/model']]);
    },
  );
});

describe('A continued run with many files', () => {
  it('a task with too many files cannot be continued', LIMIT, async () => {
    model.play('many', [
      python("for i in range(32): open(f'/tmp/left{i}', 'w').write('x')"),
      { text: 'Done.' },
    ]);
    const files = Array.from({ length: 32 }, (_, at) => ({ name: `given${at}`, content: 'x' }));
    const { body } = await task({ task: '[many] Write.', files });
    const next = await task({ task: 'Go on.', continue: body.ledger_ref });
    expect(pointersOf(next)).toEqual([422, ['/continue']]);
    expect(next.problem.errors![0]!.message).toContain('64 files, more than 60');
  });

  it('an analysis with too many files or datasets cannot be continued', LIMIT, async () => {
    model.play('more', [
      python("for i in range(25): open(f'/tmp/left{i}', 'w').write('x')"),
      { text: 'Done.' },
    ]);
    const datasets = Array.from({ length: 5 }, (_, at) => ({ name: `d${at}`, data: 'a\n1\n' }));
    const first = await analyze({ question: '[more] Write.', datasets });
    const next = await analyze({ question: 'Go on.', continue: first.body.ledger_ref });
    expect(next.problem.errors![0]!.message).toContain('25 files, more than 24');
    const added = datasets.map(({ data }, at) => ({ name: `e${at}`, data }));
    const wider = await analyze({ question: 'x', continue: first.body.ledger_ref, datasets: added });
    expect(wider.problem.errors![0]!.message).toContain('10 datasets, more than 8');
    expect(pointersOf(wider)).toEqual([422, ['/continue']]);
  });
});
