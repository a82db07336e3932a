import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { totpCode } from '../../../src/governance/totp.ts';
import { useBrowser } from '../../helpers/use-browser.ts';
import { codeRows } from '../../helpers/sandboxes.ts';
import { areUnchanged } from '../../../src/store/credentials/credentials.ts';
import { beginStep } from '../../../src/runs/operator/steps.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, turnOf } from '../../model-provider/scripts.ts';
import { type Action, turn, useOperatorLab } from './operators.ts';
import { onPage } from './site.ts';

const PASSWORD = 'Tr0ub4dor & three';
const TOTP = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  digits: 6,
  period: 30,
  algorithm: 'SHA1',
} as const;
const CLAIMS = 'claim,amount\nCLM-1,100\n';

const lab = await useOperatorLab();
const browser = await useBrowser();

const clickAt = (x: number, y: number): Action => ({ action: 'click', at: onPage(x, y) });
const secret = (field: string): Action => ({ action: 'type_secret', name: 'portal', field });

const { database, teamId } = lab.service;
const admin = await issueKey(database.db, { teamId, name: 'admin', scopes: ['admin'] });

const credentials = async (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${lab.service.url}/v1/credentials${path}`, {
    method,
    headers: { authorization: `Bearer ${admin.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const putCredential = async (hosts: readonly string[]): Promise<number> => {
  const body = { hosts, fields: { user: 'asha.rao', password: PASSWORD }, totp: TOTP };
  return (await credentials('PUT', '/portal', body)).status;
};

const ask = (question: string, wants: string, options?: readonly string[]): Action => ({
  action: 'ask_person',
  question,
  wants,
  ...(options && { options }),
});

const finish = (output: unknown) => turn({ action: 'finish', success: true, result: 'Done.', output });

/** Answers each of a run's questions in order, and returns the questions. */
const answerAll = async (runId: string, ...answers: readonly object[]): Promise<readonly unknown[]> => {
  const asked = [];
  for (const answer of answers) {
    await expect.poll(async () => (await lab.read(runId)).pending_approval?.id).not.toBe(asked.at(-1)?.id);
    await expect.poll(async () => (await lab.read(runId)).pending_approval).not.toBeNull();
    const question = (await lab.read(runId)).pending_approval!;
    asked.push(question);
    const body = { id: question.id, ...answer };
    const response = await lab.service.request('POST', `/v1/operators/runs/${runId}/approval`, body);
    expect(response.status).toBe(202);
  }
  return asked;
};

it('an operator signs in with a sealed password and a code, downloads a statement and uploads a given file', async () => {
  expect(await putCredential(['http://claims.test'])).toBe(201);
  const url = 'http://claims.test/portal.html';
  const task = 'Fetch the statement.';
  const turns = [
    turn(clickAt(300, 75), secret('user'), clickAt(300, 145), secret('password'), clickAt(200, 230)),
    turn(clickAt(300, 75), secret('totp'), clickAt(200, 230)),
    turn(clickAt(200, 75), { action: 'upload', at: onPage(200, 145), file: 'claims.csv' }),
    turn({ action: 'finish', success: true, result: 'Fetched.' }),
  ];
  const script = byTurn(openai, turn({ action: 'screenshot' }), ...turns);
  const files = [{ name: 'claims.csv', content: CLAIMS }];
  const wish = { url, task, files, credentials: ['portal'], max_steps: 30, observation: 'both' };
  const run = await lab.run(wish, async (asked) => {
    if (turnOf(asked) === 5) await lab.site.reported('portal', ({ uploaded }) => uploaded !== undefined);
    return script(asked);
  });
  expect(run.steps.map(({ action, status }) => `${action} ${status}`).join()).toBe(
    [
      'screenshot done,click done,type_secret done,click done,type_secret done,click done',
      'click done,type_secret done,click done,click done,upload done,finish done',
    ].join(),
  );
  expect(run).toMatchObject({ success: true, ended_by: 'finish' });

  const signedIn = await lab.site.reported('portal', ({ user }) => user !== undefined);
  expect(signedIn).toMatchObject({ user: 'asha.rao', password: PASSWORD });
  const { code, at } = await lab.site.reported('portal', (report) => report['code'] !== undefined);
  expect([0, TOTP.period].map((late) => totpCode(TOTP, Number(at) - late * 1_000))).toContain(code);
  expect(await lab.site.reported('portal', ({ uploaded }) => uploaded !== undefined)).toMatchObject({
    uploaded: 'claims.csv',
    text: CLAIMS,
  });

  const [statement, ...more] = run.files;
  expect(more).toEqual([]);
  const bytes = 'a,b\n1,2\n';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(statement).toMatchObject({
    name: 'statement.csv',
    folder: 'downloads',
    size: 8,
    sha256,
    left_out: null,
  });
  const file = await lab.service.request('GET', `/v1/operators/runs/${run.run_id}/files/${statement!.id}`);
  expect([file.status, await file.text()]).toEqual([200, bytes]);

  const rows = await codeRows(lab.service, run.ledger_ref);
  expect(rows.find(({ action }) => action === 'sandbox.open')!.detail['files']).toMatchObject([
    { name: 'claims.csv', size: CLAIMS.length },
  ]);
  expect(rows.find(({ action }) => action === 'operator.file')!.detail).toMatchObject({
    file_id: statement!.id,
    sha256,
    folder: 'downloads',
  });
  const everything = JSON.stringify([run, rows, lab.provider.asked.map(({ raw }) => raw)]);
  for (const hidden of [PASSWORD, 'asha.rao', String(code), TOTP.secret])
    expect(everything).not.toContain(hidden);
  expect(everything).toContain('Signed in as (secret)');
}, 240_000);

it('a credential is not typed on a page of another host, and no response contains its values', async () => {
  expect(await putCredential(['http://bank.test', 'http://www.claims.test', 'claims.test'])).toBe(200);
  const run = await lab.run(
    { url: 'http://claims.test/portal.html', credentials: ['portal'], max_steps: 5 },
    [
      turn({ action: 'screenshot' }),
      turn(clickAt(300, 145), secret('password')),
      turn(clickAt(300, 145), secret('pin')),
      turn({ action: 'finish', success: false, result: 'Not possible.' }),
    ],
  );
  expect(run.steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
    'screenshot done',
    'click done',
    'type_secret failed',
    'click done',
    'type_secret failed',
  ]);
  const shown = await (await credentials('GET', '')).text();
  expect(JSON.parse(shown)).toMatchObject({
    credentials: [{ name: 'portal', fields: ['password', 'user'], totp: true, version: 2 }],
  });
  expect(shown).not.toContain(PASSWORD);
  // A worker that joins a desktop does not know a credential's values from before a change.
  const unchanged = async (): Promise<boolean> =>
    areUnchanged(database.db, { teamId, names: ['portal'], run: run.run_id });
  expect(await unchanged()).toBe(true);
  expect(await putCredential(['http://claims.test'])).toBe(200);
  expect(await unchanged()).toBe(false);
}, 240_000);

it('a person answers a model’s questions, and the answers are in no row', async () => {
  const task = 'Ask.';
  const { run_id } = await lab.start({ task, max_steps: 10, timeout_ms: 300_000 }, [
    turn(ask('Which claim?', 'text')),
    turn(ask('Which way?', 'choice', ['by post', 'by mail'])),
    turn(ask('Please solve the captcha.', 'take_over')),
    turn(ask('May I go on?', 'text')),
    turn({ action: 'finish', success: true, result: 'Asked.' }),
  ]);
  await expect.poll(async () => (await lab.read(run_id)).pending_approval).not.toBeNull();
  const { id, until } = (await lab.read(run_id)).pending_approval!;
  // An answer after the end of the run's time would find no desktop.
  expect(Date.parse(until) - Date.now()).toBeLessThan(300_000);
  // The state after a worker died right after the answer; the model still gets the answer.
  await beginStep(database.db, { teamId, runId: run_id, n: 1 }, { action: 'ask_person', detail: 'begun' });
  for (const [wrong, status] of [
    [{ id, approve: true }, 422],
    [{ id: 'another', approve: true }, 404],
  ] as const)
    expect((await lab.service.request('POST', `/v1/operators/runs/${run_id}/approval`, wrong)).status).toBe(
      status,
    );
  const asked = await answerAll(
    run_id,
    { approve: true, answer: 'CLM-77 of course' },
    { approve: true, answer: 'by mail' },
    { approve: true },
    { approve: false },
  );
  expect(asked).toMatchObject([
    { risk: 'question', detail: 'Which claim?', wants: 'text', options: null },
    { wants: 'choice', options: ['by post', 'by mail'] },
    { wants: 'take_over' },
    { wants: 'text' },
  ]);
  const run = await lab.done(run_id);
  expect(run.steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
    'ask_person done',
    'ask_person done',
    'ask_person done',
    'ask_person failed',
    'finish done',
  ]);
  const said = lab.provider.asked.at(-1)!.raw;
  expect(said).toContain('The person answered: CLM-77 of course');
  expect(said).toContain('The person answered: by mail');
  expect(said).toContain('The person has finished at the desktop');
  expect(said).toContain('the person declined to answer');
  const rows = await codeRows(lab.service, run_id);
  for (const words of ['CLM-77', 'Which claim?', 'the captcha'])
    expect(JSON.stringify([rows, run.steps])).not.toContain(words);
  expect(
    rows.filter(({ action }) => action === 'operator.approval').map(({ detail }) => detail['said']),
  ).toEqual(['answered', 'answered', 'answered', 'declined']);
}, 240_000);

it('a person answers on the live page, with a text and a choice', async () => {
  const { run_id } = await lab.start({ max_steps: 5 }, [
    turn({ action: 'ask_person', question: 'Which claim?', wants: 'text' }),
    turn({ action: 'ask_person', question: 'How?', wants: 'choice', options: ['by post', 'by mail'] }),
    turn({ action: 'finish', success: true, result: 'Asked.' }),
  ]);
  const control = await lab.service.request('POST', `/v1/operators/runs/${run_id}/control`);
  const page = await browser.newPage();
  onTestFinished(async () => page.close());
  await page.goto(((await control.json()) as { stream_url: string }).stream_url);
  await page.getByLabel('Your answer').fill('CLM-78');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'by mail' }).click();
  expect(await lab.done(run_id)).toMatchObject({ success: true });
  const said = lab.provider.asked.at(-1)!.raw;
  expect(said).toContain('The person answered: CLM-78');
  expect(said).toContain('The person answered: by mail');
}, 240_000);

it('an output that does not fit its schema is corrected once, and returned when it fits', async () => {
  const output_schema = {
    type: 'object',
    properties: { total: { type: 'number' } },
    required: ['total'],
    additionalProperties: false,
  };
  const good = await lab.run({ output_schema, max_steps: 5 }, [
    turn({ action: 'click', at: [640, 400] }),
    turn({ action: 'finish', success: true }),
    finish({ total: 'many' }),
    finish({ total: 12.5 }),
  ]);
  expect(good).toMatchObject({ success: true, ended_by: 'finish', output: { total: 12.5 } });
  expect(good.steps.map(({ action, status, box }) => [action, status, box])).toEqual([
    ['click', 'done', [628, 388, 652, 412]],
    ['finish', 'refused', null],
    ['finish', 'refused', null],
    ['finish', 'done', null],
  ]);
  expect(lab.provider.asked.at(-1)!.raw).toContain('/total must be number');
  const bad = await lab.run({ output_schema, max_steps: 5 }, [finish({}), finish(undefined)]);
  expect(bad).toMatchObject({ success: false, ended_by: 'output_invalid', output: null });
}, 240_000);

it.each([
  [{ output_schema: { type: 'numbr' } }, '/output_schema/type'],
  [{ files: [{ name: 'run.exe', content: 'x' }] }, '/files/0'],
  [{ files: [{ file_id: `file_${'0'.repeat(32)}` }] }, '/files/0/file_id'],
  [{ credentials: ['unknown'] }, '/credentials/0'],
])('a run that asks for %j is refused with the place of the fault', async (wish, pointer) => {
  const response = await lab.service.request('POST', '/v1/operators/run', { task: 'x', ...wish });
  expect(response.status).toBe(422);
  const { errors } = (await response.json()) as { errors: readonly { pointer: string }[] };
  expect(errors.map((error) => error.pointer)).toContain(pointer);
});
