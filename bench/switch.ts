// Measures the time from the call of the kill switch to the last effect that is still committed, in the middle of many simulated
// kyc runs. The API is a process of its own, as in an installation. The baseline asks Temporal to cancel each of as many runs, on the same server in the same run.
// Usage: LOAD_RUNS=200 ROUNDS=10 node bench/switch.ts [--quick]
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../src/store/keys/store.ts';
import { cancelWorkflow } from '../src/temporal/cancel-workflow.ts';
import { startApi } from './lib/api.ts';
import { openBenchEngine } from './lib/engine.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const RUNS = Number(process.env['LOAD_RUNS'] ?? (quick ? 20 : 200));
const ROUNDS = Number(process.env['ROUNDS'] ?? (quick ? 2 : 10));
const AT_ONCE = 32;
const DEADLINE_MS = 10_000;
/** Rows that are no effect of a run. */
const NO_EFFECT = ['safety.suspended', 'safety.resumed', 'run.error'];

const engine = await openBenchEngine({ WORKER_ROLES: 'steps' });
const { db, pool, client, teamId } = engine;
const api = await startApi({ ...engine.env, LOG_LEVEL: 'info' });
const { key } = await issueKey(db, { teamId, name: 'bench', scopes: ['safety'] });

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
};

/** Starts the runs and returns their ids once they have written a row each, on average. */
const startRuns = async (): Promise<readonly string[]> => {
  const inputs: Awaited<ReturnType<typeof engine.store>>[] = [];
  await inParallel(Array.from({ length: RUNS }), async () => inputs.push(await engine.store()));
  const before = await lastRow();
  const starting = inParallel(inputs, engine.start);
  while ((await lastRow()) < before + RUNS) await sleep(20);
  await starting;
  return inputs.map(({ run_id }) => run_id);
};

/** Returns the number of the chain's last row. */
const lastRow = async (): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT coalesce(max(seq), 0)::int AS n FROM agent_actions WHERE team_id = $1',
    [teamId],
  );
  return rows[0]!.n;
};

const untilEnded = async (): Promise<void> => {
  for (;;) {
    const running = await db
      .selectFrom('runs')
      .select('id')
      .where('team_id', '=', teamId)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (running === undefined) return;
    await sleep(50);
  }
};

/** Returns the milliseconds from `since` to the last effect of a run so far. */
const lastEffectAfter = async (since: number): Promise<number> => {
  const { created_at } = await db
    .selectFrom('agent_actions')
    .select('created_at')
    .where('team_id', '=', teamId)
    .where('action', 'not in', NO_EFFECT)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return Math.max(0, created_at.getTime() - since);
};

const set = async (action: 'suspend' | 'resume'): Promise<{ readonly counts: { readonly runs: number } }> => {
  const response = await fetch(`${api.url}/v1/govern/switches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'all', action, reason: 'bench' }),
  });
  if (response.status !== 201) throw new Error(`${action} answered ${response.status}`);
  return (await response.json()) as Awaited<ReturnType<typeof set>>;
};

/** Time in milliseconds for effects that would slip by to become visible. */
const SLIP_MS = 1_000;

const cancelAll = async (ids: readonly string[]): Promise<void> =>
  inParallel(ids, async (id) => cancelWorkflow(client, id, DEADLINE_MS));

const suspended = async () => {
  const ids = await startRuns();
  const since = Date.now();
  const { counts } = await set('suspend');
  const answeredMs = Date.now() - since;
  await sleep(SLIP_MS);
  const effectMs = await lastEffectAfter(since);
  await set('resume');
  // The runs have shown what they had to show, and finishing them takes minutes.
  await cancelAll(ids);
  await untilEnded();
  return { underWay: counts.runs, answeredMs, effectMs };
};

const cancelled = async () => {
  const ids = await startRuns();
  const since = Date.now();
  await cancelAll(ids);
  const answeredMs = Date.now() - since;
  await untilEnded();
  return { answeredMs, effectMs: await lastEffectAfter(since) };
};

const ours: Awaited<ReturnType<typeof suspended>>[] = [];
const theirs: Awaited<ReturnType<typeof cancelled>>[] = [];
for (let n = 0; n < ROUNDS; n += 1) {
  console.error(`round ${n + 1} of ${ROUNDS}`);
  theirs.push(await cancelled());
  ours.push(await suspended());
  console.error({ cancelled: theirs.at(-1), suspended: ours.at(-1) });
}

/** Returns the smallest value that is at least as large as this share of the values. */
const p = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
const figures = (of: readonly { readonly answeredMs: number; readonly effectMs: number }[]) => ({
  effect_p50: p(
    of.map(({ effectMs }) => effectMs),
    0.5,
  ),
  effect_p95: p(
    of.map(({ effectMs }) => effectMs),
    0.95,
  ),
  answered_p50: p(
    of.map(({ answeredMs }) => answeredMs),
    0.5,
  ),
  answered_p95: p(
    of.map(({ answeredMs }) => answeredMs),
    0.95,
  ),
});
const ratio = (share: number): number =>
  round(
    Math.max(
      1,
      p(
        ours.map(({ effectMs }) => effectMs),
        share,
      ),
    ) /
      p(
        theirs.map(({ effectMs }) => effectMs),
        share,
      ),
  );
const result = {
  bench: 'switch',
  baseline: 'a cancellation in Temporal of each run',
  runs: RUNS,
  rounds: ROUNDS,
  under_way: median(ours.map(({ underWay }) => underWay)),
  switch_ms: figures(ours),
  cancel_ms: figures(theirs),
  ratio_p50: ratio(0.5),
  ratio_p95: ratio(0.95),
  ledger: await engine.verify(),
};
console.table({ switch: result.switch_ms, cancel: result.cancel_ms });
console.log(JSON.stringify(result));

await api.stop();
await engine.close();
