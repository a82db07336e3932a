import { afterAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/store/keys/store.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';
import { lastResult, python, useScriptedModel } from '../../helpers/scripted-model.ts';
import { useService } from '../../helpers/use-service.ts';
import { postTo } from './post.ts';

const LIMIT = { timeout: 240_000 };
const b64 = (text: string): string => Buffer.from(text).toString('base64');

const model = await useScriptedModel();
const service = await useService({ sandboxes: true, provider: model.provider });
afterAll(() => expect(model.provider.unexpected()).toBe(0));

const post = postTo(service);
const task = async (body: object) => post('/v1/agents/tasks', body);
const analyze = async (body: object) => post('/v1/analyze', body);
const download = async (path: string): Promise<string> => {
  const response = await service.request('GET', path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
};

describe('The files of an agent task', () => {
  it(
    'a task gets several files of any kind, and the files that its code leaves can be downloaded and given to another task',
    LIMIT,
    async () => {
      const pan = makePan(41);
      model.play('files', [
        python("print(open('/tmp/a.txt').read(), len(open('/tmp/in/b.bin', 'rb').read()))"),
        (asked) => {
          expect(lastResult(asked)).toContain('first 3');
          return python(
            `import os\nos.makedirs('/tmp/out', exist_ok=True)\nopen('/tmp/out/sum.csv', 'w').write('n\\n7\\n')\nopen('/tmp/${pan}.txt', 'w').write('${pan}')\nopen('/tmp/a.txt', 'a')`,
          );
        },
        { text: 'Both files are done.' },
      ]);
      const { status, body } = await task({
        task: '[files] Read them.',
        files: [
          { name: 'a.txt', content: 'first' },
          { name: 'in/b.bin', content_b64: Buffer.from([0, 255, 10]).toString('base64') },
        ],
      });
      expect(status).toBe(200);
      expect(body.input_files.map(({ name, size }) => [name, size])).toEqual([
        ['a.txt', 5],
        ['in/b.bin', 3],
      ]);
      expect(body.files.map(({ size, left_out }) => [size, left_out])).toEqual([
        [10, null],
        [4, null],
      ]);
      expect(JSON.stringify(body)).not.toContain(pan);
      const sum = body.files.find(({ name }) => name === 'out/sum.csv')!;
      expect(await download(`/v1/agents/tasks/${body.ledger_ref}/files/${sum.id}`)).toBe('n\n7\n');
      const rows = await service.database.db
        .selectFrom('agent_actions')
        .select('body')
        .where('action', '=', 'vault.read')
        .execute();
      expect(rows.map(({ body: text }) => text.includes(sum.id!))).toEqual([true]);

      model.play('again', [python("print(open('/tmp/out/sum.csv').read())"), { text: 'It is 7.' }]);
      const again = await task({ task: '[again] Read it.', files: [{ file_id: sum.id }] });
      expect(again.body).toMatchObject({ result: 'It is 7.', steps: [{ stdout: 'n\n7\n\n' }], files: [] });
    },
  );

  it('the model finds a file whose name contains an identifier under its masked name', LIMIT, async () => {
    const pan = makePan(42);
    model.play('masked', [
      (asked) => {
        const [path] = /\/tmp\/\S+\.csv/.exec(JSON.stringify(asked.body.messages))!;
        expect(path).not.toContain(pan);
        return python(`print(open('${path}').read())`);
      },
      { text: 'Read.' },
    ]);
    const { body } = await task({ task: '[masked] Read it.', files: [{ name: `${pan}.csv`, content: 'x' }] });
    expect(body.steps.map(({ exit_code }) => exit_code)).toEqual([0]);
  });

  it(
    'a task names every file that its code leaves, and keeps the content of the first 32',
    LIMIT,
    async () => {
      const code = "for n in range(40): open(f'/tmp/part-{n:02}.txt', 'w').write(str(n))";
      model.play('many', [python(code), { text: 'All parts are written.' }]);
      const { body } = await task({ task: '[many] Write.', files: [{ name: 'given.txt', content: 'y' }] });
      expect(new Set(body.files.map(({ name }) => name)).size).toBe(40);
      expect(body.files.filter(({ id, left_out }) => id !== null && left_out === null)).toHaveLength(32);
      expect(body.files.filter(({ id, left_out }) => id === null && left_out === 'too_many')).toHaveLength(8);
    },
  );

  it('erasing a task erases its files, their names and the text in its stream', LIMIT, async () => {
    model.play('erased', [python("open('/tmp/left.txt', 'w').write('x')"), { text: 'Left.' }]);
    const { body } = await task({ task: '[erased] Write.', files: [{ name: 'given.txt', content: 'y' }] });
    const ids = [...body.input_files, ...body.files].map(({ id }) => id!);
    expect(ids).toHaveLength(2);
    const { key: admin } = await issueKey(service.database.db, {
      teamId: service.teamId,
      name: 'eraser',
      scopes: ['admin'],
    });
    const erased = await fetch(`${service.url}/v1/govern/erasures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ledger_ref: body.ledger_ref, reason: 'asked' }),
    });
    expect(erased.status).toBeLessThan(300);
    for (const id of ids) {
      const path = `/v1/agents/tasks/${body.ledger_ref}/files/${id}`;
      expect((await service.request('GET', path)).status).toBe(404);
    }
    const { db } = service.database;
    const files = await db
      .selectFrom('agent_files')
      .select('name')
      .where('ledger_ref', '=', body.ledger_ref)
      .execute();
    expect(files).toEqual([{ name: '' }, { name: '' }]);
    const events = await db
      .selectFrom('run_events')
      .select('payload')
      .where('run_id', '=', body.ledger_ref)
      .where('type', 'in', ['message', 'tool.call', 'tool.result'])
      .execute();
    expect(events.length).toBeGreaterThan(2);
    expect(JSON.stringify(events)).not.toMatch(/Left\.|left\.txt/);
    expect((await task({ task: '[erased] Again.', files: [{ file_id: ids[0] }] })).status).toBe(422);
  });
});

describe('The datasets of an analysis', () => {
  it('an analysis joins several datasets by their names and reports how each was read', LIMIT, async () => {
    model.play('join', [
      python(
        "m = tables['sales.csv'].merge(tables['cities'], on='city')\nprint(m.groupby('state').amount.sum().to_dict())\nm.to_csv('/tmp/joined.csv', index=False)",
      ),
      { text: 'Maharashtra sold 30.' },
    ]);
    const { status, body } = await analyze({
      question: '[join] Which state sold most?',
      datasets: [
        { name: 'sales.csv', data: 'city,amount\nPune,10\nPune,20\nSurat,5\n' },
        { name: 'cities', data_b64: b64('city;state\nPune;Maharashtra\nSurat;Gujarat\n') },
      ],
    });
    expect({ status, error: body.error }).toEqual({ status: 200, error: null });
    expect(body).toMatchObject({
      answer: 'Maharashtra sold 30.',
      dataset: null,
      datasets: [
        { name: 'sales.csv', kind: 'csv', tables: [{ name: 'sales.csv', rows: 3 }] },
        { name: 'cities', kind: 'csv', tables: [{ name: 'cities', rows: 2 }] },
      ],
      files: [{ name: 'joined.csv' }],
    });
    const path = `/v1/analyze/${body.ledger_ref}/files/${body.files[0]!.id}`;
    expect(await download(path)).toContain('Pune,10,Maharashtra');
    const wrong = path.replace('/v1/analyze/', '/v1/agents/tasks/').replace('analyze-', 'task-');
    expect((await service.request('GET', wrong)).status).toBe(404);
  });

  it(
    'identifiers of every dataset are masked by value, and a file named after one is kept',
    LIMIT,
    async () => {
      const [aadhaar, phone] = [makeAadhaar(43), '8265930174'];
      model.play('several', [
        python(
          "print(tables['a'].aadhaar.dropna().astype(float).tolist(), tables['b'].mobile.dropna().astype(float).tolist())\n" +
            "open(f'/tmp/{tables[\"b\"].mobile[0]}.txt', 'w').write('kept')",
        ),
        { text: 'Done.' },
      ]);
      const { body } = await analyze({
        question: '[several] Print them.',
        datasets: [
          { name: 'a', data: `n,aadhaar\n1,${aadhaar}.0\n2,\n` },
          { name: 'b', data: `n,mobile\n1,${phone}.0\n2,\n` },
        ],
      });
      expect(body.steps).toMatchObject([{ exit_code: 0, stderr: '' }]);
      expect(body.files).toMatchObject([{ left_out: null, size: 4 }]);
      const told = JSON.stringify([body, model.askedOf('several').map(({ raw }) => raw)]).replaceAll(
        /\D/g,
        '',
      );
      for (const raw of [aadhaar, phone]) expect(told).not.toContain(raw.slice(0, -4));
      expect(await download(`/v1/analyze/${body.ledger_ref}/files/${body.files[0]!.id}`)).toBe('kept');
    },
  );

  it('an analysis of several datasets names the one that cannot be read', LIMIT, async () => {
    const { status, problem } = await post('/v1/analyze', {
      question: '[unreadable] x',
      datasets: [
        { name: 'good', data: 'a\n1\n' },
        { name: 'bad', data: '[{"a":1' },
      ],
    });
    expect([status, problem.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/datasets/1/data']]);
  });
});
