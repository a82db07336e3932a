import { afterAll, expect, it, vi } from 'vitest';
import type { AgentTaskBody } from '../../src/contract/agent-task.ts';
import { DEFAULT_POLICY } from '../../src/governance/reviews/times.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { setPolicy } from '../../src/store/reviews/policies.ts';
import { readActions } from '../helpers/actions.ts';
import { someKey } from '../helpers/actors.ts';
import { startWorkerProcess } from '../helpers/process.ts';
import { startRestartableTemporal } from '../helpers/restartable.ts';
import { untilSandboxesReady } from '../helpers/sandboxes.ts';
import { lastResult, python, useScriptedModel } from '../helpers/scripted-model.ts';
import { useService } from '../helpers/use-service.ts';

const WAIT = { timeout: 90_000, interval: 100 };
const TASKS = '/v1/agents/tasks';

const temporal = await startRestartableTemporal(afterAll);
const model = await useScriptedModel();
const service = await useService({
  worker: false,
  sandboxes: true,
  provider: model.provider,
  temporalAddress: temporal.address,
  // A run that waits gives its sandbox back at once.
  env: { SANDBOX_HOLD_MS: '0' },
});
const { db } = service.database;
const { teamId } = service;
const policy = {
  ...DEFAULT_POLICY,
  four_eyes_above: null,
  ask: [{ tools: ['run_python' as const], runs: ['task' as const] }],
};
await db.transaction().execute(async (tx) => setPolicy(tx, { teamId, policy, actor: someKey }));
const { key } = await issueKey(db, { teamId, name: 'desk', scopes: ['reviews:decide'] });

let worker = await startWorkerProcess(service.env);
afterAll(async () => worker.kill('SIGKILL'));
await untilSandboxesReady(service);

const read = async (ref: string): Promise<AgentTaskBody> =>
  (await (await service.request('GET', `${TASKS}/${ref}`)).json()) as AgentTaskBody;

/** Returns the review that a task waits for, other than one that it has waited for before. */
const waitingOf = async (ref: string, before?: string): Promise<string> =>
  vi.waitUntil(async () => {
    const { waiting_for: waiting } = await read(ref);
    return waiting !== null && waiting.review_id !== before && waiting.review_id;
  }, WAIT);

/** Approves a call many times at once. @returns the number of approvals that were accepted */
const approve = async (reviewId: string): Promise<number> => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () =>
      fetch(`${service.url}/v1/reviews/${reviewId}/decide`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ option: 'approve' }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );
  return answers.filter(({ status }) => status === 200).length;
};

const actionsOf = async (ref: string): Promise<readonly string[]> => readActions(db, ref);

const untilClosed = async (ref: string, times: number): Promise<void> => {
  await vi.waitUntil(
    async () => (await actionsOf(ref)).filter((action) => action === 'sandbox.close').length === times,
    WAIT,
  );
};

it(
  'each call of a waiting task runs once, in a fresh sandbox with its files, although its worker is killed and Temporal stops',
  { timeout: 300_000 },
  async () => {
    model.play('kill', [
      python("number = 7\nwith open('/tmp/kept.txt', 'a') as file: file.write('one ')\nprint('first')"),
      python("with open('/tmp/kept.txt', 'a') as file: file.write('two ')\nprint('number' in globals())"),
      python("print(open('/tmp/kept.txt').read())"),
      { text: 'Done.' },
    ]);
    const started = await service.request('POST', TASKS, { task: '[kill] Write.' });
    const { ledger_ref: ref } = (await started.json()) as AgentTaskBody;
    const first = await waitingOf(ref);
    expect(await approve(first)).toBe(1);

    // The worker is killed while the task waits. The API cannot signal the answer, because no worker runs.
    const second = await waitingOf(ref, first);
    await untilClosed(ref, 1);
    await worker.kill('SIGKILL');
    expect(await approve(second)).toBe(1);
    worker = await startWorkerProcess(service.env);

    // Temporal stops while the task waits, and the answer is given in the meantime.
    const third = await waitingOf(ref, second);
    await untilClosed(ref, 2);
    await temporal.kill();
    expect(await approve(third)).toBe(1);
    await temporal.restart();

    await vi.waitUntil(async () => (await read(ref)).status !== 'running', WAIT);
    expect(await read(ref)).toMatchObject({
      status: 'succeeded',
      result: 'Done.',
      waiting_for: null,
      steps: [{ stdout: 'first\n' }, { stdout: 'False\n' }, { stdout: 'one two \n' }],
      files: [{ name: 'kept.txt', size: 8, left_out: null }],
    });
    expect(await actionsOf(ref)).toEqual([
      'agent.turn',
      'sandbox.open',
      'sandbox.run',
      'agent.turn',
      'sandbox.close',
      'sandbox.open',
      'sandbox.run',
      'agent.turn',
      'sandbox.close',
      'sandbox.open',
      'sandbox.run',
      'agent.turn',
      'sandbox.close',
      'agent.answer',
    ]);
    const result = lastResult(model.askedOf('kill')[2]!);
    expect(result).toContain('the variables of earlier calls are gone');
    expect(result).toContain('kept.txt');
    // The model was asked once for each turn.
    expect(model.askedOf('kill')).toHaveLength(4);
    for (const id of [first, second, third])
      expect(await actionsOf(id)).toEqual(['review.opened', 'review.decided']);
    const unheard = db.selectFrom('asked_calls').select('review_id').where('heard_at', 'is', null);
    expect(await unheard.execute()).toEqual([]);
  },
);
