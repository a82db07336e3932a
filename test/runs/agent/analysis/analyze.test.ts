import { afterAll, describe, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../../src/contract/agent-task.ts';
import type { AnalysisBody } from '../../../../src/contract/analysis.ts';
import type { ProblemBody } from '../../../../src/contract/problem.ts';
import { inspectPng } from '../../../../src/sandbox/png.ts';
import { makeAadhaar, makePan } from '../../../helpers/identifiers.ts';
import { codeRows, untilProcessRuns } from '../../../helpers/sandboxes.ts';
import { lastResult, python, useScriptedModel } from '../../../helpers/scripted-model.ts';
import { useService } from '../../../helpers/use-service.ts';
import { answer as plainReply } from '../../../model-provider/replies.ts';

const LIMIT = { timeout: 240_000 };
const CITIES = 'city,amount\nPune,"1,000.25"\nSurat,"2,000.25"\n';

const model = await useScriptedModel();
const service = await useService({
  sandboxes: true,
  provider: model.provider,
  env: { MODEL_RUN_TURNS: '6', MODEL_RETRY_ATTEMPTS: '2' },
});
afterAll(() => expect(model.provider.unexpected()).toBe(0));

interface Bodies {
  readonly '/v1/analyze': AnalysisBody;
  readonly '/v1/agents/tasks': AgentTaskBody;
}

/** Sends a request and returns the response, with any problem in `problem`. */
const post = async <P extends keyof Bodies>(
  path: P,
  body: object,
  headers = {},
): Promise<{ readonly status: number; readonly body: Bodies[P]; readonly problem: ProblemBody }> => {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const json: unknown = await response.json();
  return { status: response.status, body: json as Bodies[P], problem: json as ProblemBody };
};
const analyze = async (question: string, data: string): Promise<AnalysisBody> => {
  const { status, body, problem } = await post('/v1/analyze', { question, data });
  expect({ status, detail: problem.detail }).toEqual({ status: 200, detail: undefined });
  return body;
};

const sendTwice = async () =>
  post('/v1/agents/tasks', { task: '[twice] x' }, { 'Idempotency-Key': 'task-twice' });

describe('An analysis', () => {
  it(
    'an analysis reads the dataset, continues from real output and answers, and records every code run',
    LIMIT,
    async () => {
      model.play('sum', [
        python('print(df.ammount.sum())'),
        (asked) => {
          expect(lastResult(asked)).toContain("no attribute 'ammount'");
          return python("total = df.amount.sum()\nprint(f'{total:,.2f}')");
        },
        python('print(len(df), total)'),
        { text: 'The total of the 2 rows is 3,000.50.' },
      ]);
      const body = await analyze('[sum] What is the total?', CITIES);
      expect(body).toMatchObject({
        status: 'succeeded',
        ended_by: 'answer',
        error: null,
        answer: 'The total of the 2 rows is 3,000.50.',
        unverified_numbers: [],
        dataset: { kind: 'csv', tables: [{ rows: 2, rejected: 0 }] },
        model: { name: 'fake-model', turns: 4, tool_calls: 3, input_tokens: 400 },
      });
      expect(body.steps.map(({ type, stdout, exit_code }) => [type, stdout, exit_code])).toEqual([
        ['code', '', 1],
        ['code', '3,000.50\n', 0],
        ['code', '2 3000.5\n', 0],
      ]);
      const rows = await codeRows(service, body.ledger_ref);
      expect(rows.map(({ action }) => action)).toEqual([
        'sandbox.open',
        'sandbox.run',
        'dataset.read',
        'agent.turn',
        'sandbox.run',
        'agent.turn',
        'sandbox.run',
        'agent.turn',
        'sandbox.run',
        'agent.turn',

        'sandbox.close',
        'agent.answer',
      ]);
      expect(new Set(rows.map(({ step }) => step)).size).toBe(rows.length);
      const polled = await service.request('GET', `/v1/analyze/${body.ledger_ref}`);
      expect(await polled.json()).toEqual(body);
    },
  );

  it(
    'cancelling an analysis while its code runs destroys its sandbox and informs the waiting caller',
    LIMIT,
    async () => {
      // The subprocess shows that the line before it was printed.
      const code = 'import subprocess\nprint("begun", flush=True)\nsubprocess.run(["sleep", "51"])';
      model.play('cancelled', [python(code)]);
      const waiting = post('/v1/analyze', { question: '[cancelled] x', data: CITIES });
      let ref = '';
      await expect
        .poll(
          async () => {
            const row = await service.database.db
              .selectFrom('agent_runs')
              .select('ledger_ref')
              .where('status', '=', 'running')
              .where('turns', '=', 1)
              .executeTakeFirst();
            ref = row?.ledger_ref ?? '';
            return ref;
          },
          { timeout: 60_000 },
        )
        .not.toBe('');
      await untilProcessRuns(service, 'sleep 51');
      const begun = Date.now();
      expect((await service.request('POST', `/v1/agents/tasks/${ref}/cancel`)).status).toBe(404);
      expect((await service.request('POST', `/v1/analyze/${ref}/cancel`)).status).toBe(202);
      const { status, body } = await waiting;
      expect(Date.now() - begun).toBeLessThan(30_000);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { status: 'error', ended_by: 'cancelled', error: { code: 'cancelled' }, ledger_ref: ref },
      });
      const rows = await codeRows(service, ref);
      const actions = rows.map(({ action }) => action);
      const ran = rows.findLast(({ action }) => action === 'sandbox.run');
      const { stdout = '' } = ran!.detail as { stdout?: string };
      expect(stdout).toContain('begun');
      expect(body).toMatchObject({
        steps: [{ stdout: expect.stringContaining('begun') as string, exit_code: null }],
      });
      expect(actions.filter((action) => action === 'sandbox.close')).toHaveLength(1);
      expect(actions.at(-1)).toBe('agent.stopped');
      expect(rows.at(-1)!.detail).toMatchObject({ ended_by: 'cancelled', key_id: service.keyId });
      expect(model.askedOf('cancelled')).toHaveLength(1);
    },
  );

  it('an analysis states how it read ambiguous values even when the model does not', LIMIT, async () => {
    model.play('cr', [python("print(f'{df.premium.sum():,.2f}')"), { text: 'The premium is 2,009,999.22.' }]);
    const data = 'branch,premium\nKochi,"9,999.22 Cr"\nDelhi,"20,00,000"\n';
    const { answer, dataset } = await analyze('[cr] Total premium?', data);
    expect(answer).toMatch(/^The premium is 2,009,999\.22\.\n\nHow ambiguous parts of the data were read/);
    expect(answer).toContain('"Cr" was read as credit');
    expect(dataset!.notes).toContainEqual(
      expect.objectContaining({ code: 'credit-or-crore', ambiguous: true }),
    );
  });

  it('an answer with numbers that no code printed is sent back to the model once', LIMIT, async () => {
    model.play('mended', [
      python('print(df.amount.max())'),
      { text: 'The largest is 4,711.' },
      (asked) => {
        expect(JSON.stringify(asked.body.messages.at(-1))).toContain(
          'do not occur in the output of any code run: 4,711',
        );
        return { text: 'The largest is 2000.25.' };
      },
    ]);
    const mended = await analyze('[mended] The largest?', CITIES);
    expect(mended).toMatchObject({ answer: 'The largest is 2000.25.', unverified_numbers: [] });
    model.play('stubborn', [{ text: 'It is 4,711.' }, { text: 'It is 4,711.' }]);
    const stubborn = await analyze('[stubborn] The largest?', CITIES);
    expect(stubborn.answer).toBe('It is 4,711.\n\nNot found in the output of any code run: 4,711.');
    expect(stubborn.unverified_numbers).toEqual(['4,711']);
    const rows = await codeRows(service, stubborn.ledger_ref);
    expect(rows.at(-1)).toMatchObject({ action: 'agent.answer', detail: { unverified_numbers: 1 } });
  });

  it('the digits of a masked identifier are not listed among the unverified numbers', LIMIT, async () => {
    const text = 'Phone 98765 43210, card 4111 1111 1111 1111; Aadhaar 2345 6789 1238. It is 4,711.';
    model.play('contact', [{ text }, { text }]);
    const { answer, unverified_numbers } = await analyze('[contact] Whose is it?', CITIES);
    expect(answer).toBe(
      'Phone XXXXX X3210, card XXXX XXXX XXXX 1111; Aadhaar XXXX XXXX 1238. It is 4,711.\n\n' +
        'Not found in the output of any code run: 4,711.',
    );
    expect(unverified_numbers).toEqual(['4,711']);
  });

  it('an analysis returns each non-blank chart and table once, with Devanagari text', LIMIT, async () => {
    model.play('chart', [
      python(
        "import matplotlib.pyplot as plt\ndf.plot.bar(x='city', y='amount', title='शहरों की बिक्री')\nplt.savefig('/tmp/sales.png')\n" +
          "plt.figure()\nplt.show()\nplt.figure()\nplt.plot([1, 2])\nprint('drawn')",
      ),
      python("import matplotlib.pyplot as plt\nprint(len(plt.get_fignums()))\nshow_table(df, 'all')"),
      { text: 'Done.' },
    ]);
    const { charts, tables, steps } = await analyze('[chart] Draw it.', CITIES);
    expect(charts.map(({ name }) => name)).toEqual(['sales.png', 'figure-1.png']);
    for (const { image_b64 } of charts) expect(inspectPng(Buffer.from(image_b64, 'base64'))).toBe('picture');
    // None of the first run's figures is open in the second, and no glyph was missing.
    expect(steps[1]!.stdout).toMatch(/^0\n/);
    expect(steps[0]!.stderr).not.toMatch(/Glyph/);
    expect(tables).toMatchObject([
      { name: 'all', columns: ['city', 'amount'], rows_total: 2, truncated: false },
    ]);
    expect(tables[0]!.rows).toEqual([
      ['Pune', 1000.25],
      ['Surat', 2000.25],
    ]);
  });

  it('an analysis drops figures without data, tells the model and says so in the answer', LIMIT, async () => {
    const draw = 'import matplotlib.pyplot as plt\nnone = df[df.amount < 0]\n';
    model.play('empty', [
      python(
        `${draw}none.plot(x='city', y='amount', title='Losses')\nplt.savefig('/tmp/losses.png')\nplt.figure()\nplt.hist(none.amount)\nplt.show()`,
      ),
      (asked) => {
        expect(lastResult(asked)).toContain('"charts_without_data":["losses.png","figure"]');
        return { text: 'No branch made a loss.' };
      },
    ]);
    const { answer, charts } = await analyze('[empty] Draw the losses.', CITIES);
    expect(charts).toEqual([]);
    expect(answer).toBe(
      'No branch made a loss.\n\nLeft out of the charts because they show no data: losses.png, a figure.',
    );
  });

  it('an analysis does not show personal identifiers to anyone', LIMIT, async () => {
    const [aadhaar, pan, mobile] = [makeAadhaar(11), makePan(12), '9876543210'];
    model.play('pii', [
      python("print(df.to_string())\nprint('top', df.premium.max())\nshow_table(df, 'people')"),
      (asked) => ({ text: `It is 1200. I saw ${lastResult(asked).slice(0, 600)}` }),
      (asked) => ({
        text: `Top is 1200, PAN ${pan}. ${JSON.stringify(asked.body.messages.at(-1)).length > 0 ? '' : ''}`,
      }),
    ]);
    const data = `customer,pan,aadhaar,mobile,premium\nAsha,${pan},${aadhaar},${mobile},1200\nRavi,${makePan(13)},${makeAadhaar(14)},9123456780,800\n`;
    const body = await analyze(`[pii] Who of ${mobile} and others is the top?`, data);
    const rows = await codeRows(service, body.ledger_ref);
    const shown = JSON.stringify([body, rows, model.askedOf('pii').map(({ raw }) => raw)]);
    for (const raw of [aadhaar, pan, mobile]) expect(shown).not.toContain(raw);
    expect(body.answer).toContain('1200');
    expect(rows.find(({ action }) => action === 'dataset.read')!.detail).toMatchObject({
      pii: { pan: 1, aadhaar: 1, phone: 1 },
    });
  });

  it('nobody sees the dataset’s identifiers, in whatever form code prints them', LIMIT, async () => {
    const [first, second] = [makeAadhaar(21), makeAadhaar(22)];
    const [mobile, other] = ['8265930174', '7391846205'];
    const raw = [first, second, mobile, other];
    model.play('forms', [
      python(`print(df.head().to_string())
print(df.aadhaar.dropna().astype(float).tolist(), df.mobile.dropna().astype(float).tolist())
print(df.mobile.dropna().astype(float).map('{:.9e}'.format).tolist(), df.aadhaar.dropna().astype(float).map('{:,.2f}'.format).tolist())
print(df.aadhaar.str[:9].tolist(), df.mobile.str[::-1].tolist(), [list(m) for m in df.mobile.dropna()])
import matplotlib.pyplot as plt
plt.bar([1], [2]); plt.title(df.mobile[0]); plt.savefig(f'{df.mobile[0]}.png')
show_table(df.assign(mobile=df.mobile.astype(float)), 'people ' + df.mobile[0])
print(f"top {df.premium.max():,.2f}")
df.mobile.dropna().astype(float).tolist()`),
      (asked) => ({ text: `The top is 1,200.00. ${lastResult(asked).slice(0, 3_000)}` }),
      (asked) => ({ text: `The top is 1,200.00. ${JSON.stringify(asked.body.messages).slice(0, 100)}` }),
    ]);
    const data = `customer,aadhaar,mobile,premium\nRavi,${first}.0,${mobile}.0,1200\nSana,${second}.0,,900\nAsha,,${other}.0,700\n`;
    const body = await analyze('[forms] Which customer has the highest premium?', data);
    expect(body.steps[0]).toMatchObject({ exit_code: 0, stderr: '' });
    expect(body.steps[0]!.stdout).toContain('top 1,200.00');
    expect(body.tables[0]).toMatchObject({
      rows_total: 3,
      columns: ['customer', 'aadhaar', 'mobile', 'premium'],
    });
    expect(body.charts.map(({ name }) => name)).toEqual(['XXXXXX0174.0.png']);
    const rows = await codeRows(service, body.ledger_ref);
    const { charts: _, ...shown } = body;
    const told = JSON.stringify([shown, rows, model.askedOf('forms').map(({ raw: bytes }) => bytes)]);
    const digits = told.replaceAll(/[^\d\n]/g, '');
    const forms = raw.flatMap((one) => [
      one,
      [...one].toReversed().join(''),
      one.slice(0, 8),
      one.slice(0, -4),
    ]);
    for (const form of forms) expect(digits).not.toContain(form);
    expect(rows.find(({ action }) => action === 'dataset.read')!.detail).toMatchObject({
      pii: { aadhaar: 1, phone: 1 },
    });
  });

  it('an unreadable dataset gets a 422 with the reason, and no model is asked', LIMIT, async () => {
    const { status, problem } = await post('/v1/analyze', {
      question: '[none] x',
      data: '[{"a":1},\n{"a":2',
    });
    expect(status).toBe(422);
    expect(problem.errors).toEqual([
      { in: 'body', pointer: '/data', message: expect.stringMatching(/^not JSON: line 2/) as string },
    ]);
    expect(model.askedOf('none')).toEqual([]);
  });

  it(
    'an analysis that reaches its turn limit has no answer, and its error names the limit',
    LIMIT,
    async () => {
      model.play(
        'endless',
        Array.from({ length: 6 }, (_, n) => python(`print(${n})`)),
      );
      const body = await analyze('[endless] x', CITIES);
      expect(body).toMatchObject({
        status: 'error',
        ended_by: 'max_turns',
        error: { code: 'max_turns', message: 'The run reached its limit of model turns.' },
        answer: null,
      });
      expect(body.steps).toHaveLength(6);
    },
  );

  it(
    'the API returns 502 when the provider refuses the key and 503 when the provider is unavailable',
    LIMIT,
    async () => {
      model.play('key', [
        () => plainReply(401, { error: { type: 'invalid_request_error', message: 'bad key sk-1' } }),
      ]);
      const refused = await post('/v1/analyze', { question: '[key] x', data: CITIES });
      expect([refused.status, refused.problem.type]).toEqual([502, 'urn:pramaan:problem:model-failed']);
      expect(JSON.stringify(refused.problem)).not.toContain('sk-1');
      model.play('away', [() => plainReply(503, { error: { type: 'server_error', message: 'overloaded' } })]);
      const away = await post('/v1/analyze', { question: '[away] x', data: CITIES });
      expect([away.status, away.problem.type]).toEqual([503, 'urn:pramaan:problem:dependency-away']);
    },
  );
});

describe('An agent task', () => {
  it('a task uses its file in one sandbox that keeps variables and files', LIMIT, async () => {
    model.play('lines', [
      python("text = open('/tmp/मेरा data.txt').read()\nprint(len(text.splitlines()))"),
      python("open('/tmp/kept', 'w').write(text.upper())"),
      python("print(open('/tmp/kept').read(), len(text))"),
      { text: 'There are 2 lines.' },
    ]);
    const { status, body } = await post('/v1/agents/tasks', {
      task: '[lines] How many lines?',
      data: 'one\ntwo\n',
      filename: 'मेरा data.txt',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', result: 'There are 2 lines.', unverified_numbers: [] });
    expect(body.steps.map(({ stdout }) => stdout)).toEqual(['2\n', '', 'ONE\nTWO\n 8\n']);
    const actions = (await codeRows(service, body.ledger_ref)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'sandbox.open')).toHaveLength(1);
    expect(actions.filter((action) => action === 'sandbox.run')).toHaveLength(3);
    expect(actions.at(-1)).toBe('agent.answer');
  });

  it('a task sent twice with one key runs once, and a third request gets its result', LIMIT, async () => {
    model.play('twice', [python('print(7)'), { text: 'It is 7.' }]);
    const [first, second] = await Promise.all([sendTwice(), sendTwice()]);
    const third = await sendTwice();
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect(second.body).toEqual(first.body);
    expect(third.body).toEqual(first.body);
    expect(model.askedOf('twice')).toHaveLength(2);
  });

  it('a caller that does not wait can poll the task', LIMIT, async () => {
    model.play('poll', [{ text: 'Done.' }]);
    const headers = { Prefer: 'respond-async' };
    const { status, body } = await post('/v1/agents/tasks', { task: '[poll] x' }, headers);
    expect([status, body.status]).toEqual([202, 'running']);
    const path = `/v1/agents/tasks/${body.ledger_ref}`;
    const read = async () => (await (await service.request('GET', path)).json()) as AgentTaskBody;
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('succeeded');
    expect(await read()).toMatchObject({ result: 'Done.', ended_by: 'answer' });
  });
});
