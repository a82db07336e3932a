import { afterAll, expect, it } from 'vitest';
import type { SwitchBody } from '../../../src/contract/switch.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { startLive } from '../../helpers/live.ts';
import { startApiProcess, startWorkerProcess } from '../../helpers/process.ts';
import { startRestartableTemporal } from '../../helpers/restartable.ts';
import { untilSandboxesReady } from '../../helpers/sandboxes.ts';
import { python } from '../../helpers/scripted-model.ts';
import { useService } from '../../helpers/use-service.ts';
import { openai } from '../../model-provider/openai.ts';
import { type Said, stream, whole } from '../../model-provider/replies.ts';
import { kycTurns, turnOf } from '../../model-provider/scripts.ts';
import { type Script, useFakeProvider } from '../../model-provider/server.ts';

/** Number of simulated runs under way. `LOAD_RUNS=200` runs more than the whole suite has time for. */
const RUNS = Number(process.env['LOAD_RUNS'] ?? 20);

/** Rows that say how suspended work ended or was refused, and of the switches themselves. */
const MAY_FOLLOW = /^(?:safety\.\w+|sandbox\.close|sandbox\.run|run\.error)$/;

const TASK: readonly Said[] = [python('print(2 + 3)'), { text: 'The sum is 5.' }];

/** Conversations in which the model was asked to hang, and how often each of their turns was asked for. */
const hung = new Map<string, number>();

/** Hangs in the second turn of each conversation when that is asked for the first time. */
const script: Script = (asked) => {
  const [run] = /run_[0-9a-f]{32}/.exec(asked.raw) ?? ['task'];
  const turn = turnOf(asked);
  const said = (run === 'task' ? TASK : kycTurns())[turn - 1];
  if (said === undefined) return undefined;
  if (turn !== 2) return whole(openai, said);
  hung.set(run, (hung.get(run) ?? 0) + 1);
  return hung.get(run) === 1 ? stream([{ hang: true }]) : whole(openai, said);
};

const temporal = await startRestartableTemporal(afterAll);
const provider = await useFakeProvider(openai, script);
const service = await useService({
  worker: false,
  sandboxes: true,
  provider,
  temporalAddress: temporal.address,
  env: { MODEL_IDLE_TIMEOUT_MS: '120000', LOG_LEVEL: 'warn' },
});
const worker = await startWorkerProcess({ ...service.env, LOG_LEVEL: 'info' });
afterAll(async () => worker.kill('SIGKILL'));
const doomed = await startWorkerProcess({ ...service.env, LOG_LEVEL: 'info', WORKER_ROLES: 'steps' });
afterAll(async () => doomed.kill('SIGKILL'));
const otherApi = await startApiProcess({ ...service.env, LOG_LEVEL: 'info' });
afterAll(async () => otherApi.kill('SIGKILL'));
await untilSandboxesReady(service);

const { teamId } = service;
const { key } = await issueKey(service.database.db, { teamId, name: 'safety', scopes: ['safety'] });

/** Sets a switch at the other API process. */
const set = async (scope: string, action: 'suspend' | 'resume'): Promise<SwitchBody> => {
  const response = await fetch(`${otherApi.url}/v1/govern/switches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ scope, action, reason: 'An exercise.' }),
  });
  if (response.status !== 201) throw new Error(`${action} answered ${response.status}`);
  return (await response.json()) as SwitchBody;
};

const rows = async () =>
  service.database.db
    .selectFrom('agent_actions')
    .select(['seq', 'action', 'ledger_ref', 'step'])
    .where('team_id', '=', teamId)
    .orderBy('seq')
    .execute();

const seqOf = async ({ ledger_ref }: SwitchBody): Promise<number> =>
  (await rows()).find((row) => row.ledger_ref === ledger_ref)!.seq;

/** A claim for a stay on a day of its own, so that no claim duplicates another. */
const claim = (n: number): Readonly<Record<string, unknown>> => {
  const day = new Date(Date.UTC(2026, 0, 2 + n)).toISOString().slice(0, 10);
  return { ...verticals.kyc.sample, id: `CLM-STOP-${n}`, amount: '1000', admission: day, discharge: day };
};

const payouts = async () =>
  service.database.db
    .selectFrom('payouts')
    .select(['status', 'hold_reason'])
    .where('team_id', '=', teamId)
    .execute();

it(
  'no effect follows a suspension, with Temporal down and a worker killed, and each run goes on once after it',
  { timeout: 600_000 },
  async () => {
    const live = await startLive(service, 'kyc', claim(RUNS));
    const task = service.request('POST', '/v1/agents/tasks', { task: 'Add 2 and 3.' });
    const code = service.request('POST', '/v1/run', {
      code: 'import time\ntime.sleep(60)',
      timeout_ms: 90_000,
    });
    await expect.poll(() => hung.size, { timeout: 60_000 }).toBe(2);
    const isOpen = async (): Promise<boolean> =>
      (await rows()).some(
        ({ action, ledger_ref }) => action === 'sandbox.open' && ledger_ref.startsWith('run-'),
      );
    await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
    const before = (await rows()).length;
    const started = await Promise.all(
      Array.from({ length: RUNS }, async (_, n) => service.startRun('kyc', claim(n))),
    );
    await service.rowsAtLeast(before + RUNS);

    const [, suspended] = await Promise.all([doomed.kill('SIGKILL'), set('all', 'suspend')]);
    expect(suspended.counts).toMatchObject({ live_runs: 1, agent_tasks: 1 });
    expect(suspended.counts.runs).toBeGreaterThan(0);
    const stopped = await code;
    expect([stopped.status, ((await stopped.json()) as { type: string }).type]).toEqual([
      423,
      'urn:pramaan:problem:suspended',
    ]);

    await temporal.kill();
    await set('payouts', 'suspend');
    expect((await service.request('POST', '/v1/workforce/verticals/kyc/runs')).status).toBe(423);
    expect((await service.request('POST', '/v1/run', { code: '1' })).status).toBe(423);
    await temporal.restart();
    // All the runs that the suspension found are still there, and each of them waits.
    const waiting = async (): Promise<number> =>
      (
        await service.database.db
          .selectFrom('runs')
          .select('id')
          .where('team_id', '=', teamId)
          .where('status', '=', 'running')
          .execute()
      ).length;
    expect(await waiting()).toBe(suspended.counts.runs + 1);

    const resumed = await set('all', 'resume');
    const [from, to] = [await seqOf(suspended), await seqOf(resumed)];
    const between = (await rows()).filter(({ seq }) => seq > from && seq < to);
    expect(between.filter(({ action }) => !MAY_FOLLOW.test(action))).toEqual([]);

    const ends = await Promise.all(started.map(async ({ id }) => service.finished(id)));
    expect(ends.map(({ status, decision }) => `${status} ${decision}`)).toEqual(
      Array.from({ length: RUNS }, () => 'succeeded approve'),
    );
    expect(await service.finished(live.id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
    const answered = await task;
    expect([200, 202]).toContain(answered.status);
    const { ledger_ref: taskRef } = (await answered.json()) as { ledger_ref: string };
    await expect
      .poll(async () => (await rows()).filter((row) => row.ledger_ref === taskRef).at(-1)?.action, {
        timeout: 60_000,
      })
      .toBe('agent.answer');
    // The hung calls were cut, and each of them was asked again once.
    expect([...hung.values()]).toEqual([2, 2]);

    const all = await rows();
    for (const { ledger_ref } of started) {
      const own = all.filter((row) => row.ledger_ref === ledger_ref);
      expect(own.map(({ step }) => step)).toEqual(verticals.kyc.steps.map(({ n }) => n));
    }
    const held = (await payouts()).filter(({ status }) => status === 'held');
    expect(held.length).toBeGreaterThan(0);
    expect(new Set(held.map(({ hold_reason }) => hold_reason))).toEqual(new Set(['payouts are suspended']));
    expect((await set('payouts', 'resume')).counts.payouts).toBe(held.length);
    expect((await payouts()).map(({ status }) => status)).toEqual(
      Array.from({ length: RUNS + 1 }, () => 'queued'),
    );
  },
);
