// Measures the time from the call of the kill switch to the last effect that is still committed, in the middle of many simulated
// kyc runs. The baseline asks Temporal to cancel each of as many runs, on the same server in the same run.
// Usage: LOAD_RUNS=200 ROUNDS=10 node bench/switch.ts [--quick]
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi } from '../src/api/main.ts';
import { loadConfig } from '../src/config.ts';
import { verticals } from '../src/governance/verticals/index.ts';
import { createLogger } from '../src/observability/logger.ts';
import { silent } from '../src/process/progress.ts';
import { ensureTemporalBinary } from '../src/provision/temporal-binary.ts';
import { startTemporal } from '../src/provision/temporal.ts';
import { createRun } from '../src/runs/vertical/create.ts';
import { startVerticalRun } from '../src/runs/vertical/start.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { cancelWorkflow } from '../src/temporal/cancel-workflow.ts';
import { createClient } from '../src/temporal/client.ts';
import { installRuntime } from '../src/temporal/runtime.ts';
import { startWorker } from '../src/worker.ts';
import { openBenchDatabase } from './lib/database.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const RUNS = Number(process.env['LOAD_RUNS'] ?? (quick ? 20 : 200));
const ROUNDS = Number(process.env['ROUNDS'] ?? (quick ? 2 : 10));
const AT_ONCE = 32;
const DEADLINE_MS = 10_000;
/** Rows that are no effect of a run. */
const NO_EFFECT = ['safety.suspended', 'safety.resumed', 'run.error'];

installRuntime((level, message) => console.error(level, message));
const scratch = await mkdtemp(join(tmpdir(), 'pramaan-bench-'));
const database = await openBenchDatabase();
const temporal = await startTemporal({
  binary: await ensureTemporalBinary(silent, process.env),
  dbFile: join(scratch, 'temporal.sqlite'),
  logFile: join(scratch, 'temporal.log'),
});
const config = loadConfig({
  DATABASE_URL: database.url,
  TEMPORAL_ADDRESS: temporal.address,
  ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  WORKER_ROLES: 'steps',
  PORT: '0',
});
const log = createLogger('error', 'bench');
const api = await startApi(config, log);
const worker = await startWorker(config, log);
const pool = createPool(config.DATABASE_URL);
const db = createDatabase(pool);
const { id: teamId } = await ensureTeam(db, { name: 'bench' });
const { key } = await issueKey(db, { teamId, name: 'bench', scopes: ['safety'] });
const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
const client = createClient(config);
const askedBy = { kind: 'service', id: 'bench', name: 'Bench' } as const;

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
  const inputs = await Promise.all(
    Array.from({ length: RUNS }, async () =>
      db
        .transaction()
        .execute((tx) =>
          createRun(tx, ring, { teamId, vertical: 'kyc', case: verticals.kyc.sample, askedBy }),
        ),
    ),
  );
  const before = await countRows();
  const options = { taskQueue: config.TEMPORAL_TASK_QUEUE, deadlineMs: DEADLINE_MS };
  const starting = inParallel(inputs, async (input) => startVerticalRun(client, { ...options, input }));
  while ((await countRows()) < before + RUNS) await sleep(5);
  await starting;
  return inputs.map(({ run_id }) => run_id);
};

const countRows = async (): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*) AS n FROM agent_actions WHERE team_id = $1',
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

const suspended = async () => {
  await startRuns();
  const since = Date.now();
  const { counts } = await set('suspend');
  const answeredMs = Date.now() - since;
  await sleep(SLIP_MS);
  const effectMs = await lastEffectAfter(since);
  await set('resume');
  await untilEnded();
  return { underWay: counts.runs, answeredMs, effectMs };
};

const cancelled = async () => {
  const ids = await startRuns();
  const since = Date.now();
  await inParallel(ids, async (id) => cancelWorkflow(client, id, DEADLINE_MS));
  const answeredMs = Date.now() - since;
  await untilEnded();
  return { answeredMs, effectMs: await lastEffectAfter(since) };
};

const ours: Awaited<ReturnType<typeof suspended>>[] = [];
const theirs: Awaited<ReturnType<typeof cancelled>>[] = [];
for (let n = 0; n < ROUNDS; n += 1) {
  theirs.push(await cancelled());
  ours.push(await suspended());
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
const { rows } = await pool.query<{ ok: boolean; checked: number }>('SELECT * FROM verify_agent_ledger($1)', [
  teamId,
]);
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
  ledger: rows[0],
};
console.table({ switch: result.switch_ms, cancel: result.cancel_ms });
console.log(JSON.stringify(result));

await worker.stop();
await api.stop();
await client.connection.close();
await pool.end();
await temporal.stop(10_000);
await database.close();
await rm(scratch, { recursive: true, force: true });
