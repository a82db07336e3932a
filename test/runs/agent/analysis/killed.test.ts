import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnalysisBody } from '../../../../src/contract/analysis.ts';
import { createGate } from '../../../helpers/gate.ts';
import { startWorkerProcess } from '../../../helpers/process.ts';
import { type CodeRow, codeRows, untilSandboxesReady } from '../../../helpers/sandboxes.ts';
import { lastResult, python, type Turn, useScriptedModel } from '../../../helpers/scripted-model.ts';
import { useService } from '../../../helpers/use-service.ts';

const LIMIT = { timeout: 300_000 };

/**
 * Steps at which the worker is killed while their row is written: opening the sandbox, reading the dataset in it, the profile,
 * the first turn, the first code, the second turn, and so on to the end. The suite tests two steps, or all of them if
 * KILL_EVERYWHERE is set.
 */
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const POINTS = process.env['KILL_EVERYWHERE'] === undefined ? [2, 5] : ALL;

const model = await useScriptedModel();
const service = await useService({ worker: false, sandboxes: true, provider: model.provider });
let worker = await startWorkerProcess(service.env);
afterAll(async () => worker.kill('SIGTERM'));
const gate = await createGate(service.database.adminUrl);
afterAll(gate.close);
await untilSandboxesReady(service);

/** Kills the worker, lets the row that it was writing be stored, and starts another worker. */
const restart = async (): Promise<void> => {
  await worker.kill('SIGKILL');
  await gate.open();
  worker = await startWorkerProcess(service.env);
};

const LARGEST = "print(f'{df.amount.max():,.2f}')";

/**
 * Returns turns that run the first code, then ask for the largest value, and ask once more if the sandbox was lost in the
 * meantime.
 */
const turns = (first: string): readonly Turn[] => [
  python(first),
  python(LARGEST),
  (asked) => (lastResult(asked).includes('was lost') ? python(LARGEST) : { text: 'It is 2,000.25.' }),
  { text: 'It is 2,000.25.' },
];

const start = async (name: string, first: string): Promise<string> => {
  model.play(name, turns(first));
  const response = await fetch(`${service.url}/v1/analyze`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify({
      question: `[${name}] The largest?`,
      data: 'city,amount\nPune,1000.25\nSurat,2000.25\n',
    }),
  });
  return ((await response.json()) as AnalysisBody).ledger_ref;
};

const ended = async (ref: string): Promise<AnalysisBody> => {
  const read = async () =>
    (await (await service.request('GET', `/v1/analyze/${ref}`)).json()) as AnalysisBody;
  await expect
    .poll(async () => (await read()).status, { timeout: 200_000, interval: 200 })
    .not.toBe('running');
  return read();
};

const runsOf = (rows: readonly CodeRow[], code: string): readonly CodeRow[] =>
  rows.filter(({ action, detail }) => action === 'sandbox.run' && String(detail['code']).includes(code));

const expectOneOfEach = (rows: readonly CodeRow[]): void => {
  // A sandbox that was opened but whose opening was not reported has its own row under the same step.
  const others = rows.filter(({ action }) => action !== 'sandbox.open');
  expect(new Set(others.map(({ step }) => step)).size).toBe(others.length);
  for (const action of ['dataset.read', 'agent.answer']) {
    expect(rows.filter((row) => row.action === action)).toHaveLength(1);
  }
  const opened = rows
    .filter(({ action }) => action === 'sandbox.open')
    .map(({ detail }) => detail['sandbox_id']);
  expect(new Set(opened).size).toBe(opened.length);
};

describe('An analysis whose worker is killed', () => {
  it.each(POINTS)(
    'an analysis whose worker is killed at row %i still returns an answer, and no code runs twice',
    LIMIT,
    async (step) => {
      const name = `kill-${step}`;
      await gate.shut(step);
      const ref = await start(name, "print('first', df.amount.sum())");
      await gate.reached();
      await restart();
      expect(await ended(ref)).toMatchObject({ status: 'succeeded', answer: 'It is 2,000.25.' });
      const rows = await codeRows(service, ref);
      expectOneOfEach(rows);
      expect(runsOf(rows, "print('first'").length).toBe(1);
    },
  );

  it(
    'an analysis whose worker is killed while code runs tells the model and reads the dataset again',
    LIMIT,
    async () => {
      const ref = await start('kill-code', "print('first')\nimport time; time.sleep(40)");
      await expect.poll(async () => (await codeRows(service, ref)).length, { timeout: 120_000 }).toBe(4);
      await sleep(1_500);
      await restart();
      const { steps, answer } = await ended(ref);
      expect(answer).toBe('It is 2,000.25.');
      expect(steps.map(({ exit_code, stdout }) => [exit_code, stdout])).toEqual([
        [null, ''],
        [0, '2,000.25\n'],
      ]);
      const rows = await codeRows(service, ref);
      expectOneOfEach(rows);
      const [first, ...more] = runsOf(rows, "print('first')");
      expect(first!.detail).toMatchObject({ interrupted: true, may_have_run: true });
      expect(more).toEqual([]);
    },
  );
});
