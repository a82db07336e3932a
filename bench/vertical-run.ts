// Measures the latency from start to success, and the runs per second, of simulated kyc runs with their eight committed rows. The
// baseline is a bare Temporal workflow with eight empty activities, on the same server in the same run.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { loadConfig } from '../src/config.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { verticals } from '../src/governance/verticals/index.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { createLogger } from '../src/observability/logger.ts';
import { silent } from '../src/process/progress.ts';
import { ensureTemporalBinary } from '../src/provision/temporal-binary.ts';
import { startTemporal } from '../src/provision/temporal.ts';
import { createRun } from '../src/runs/vertical/create.ts';
import { createClient } from '../src/temporal/client.ts';
import { installRuntime } from '../src/temporal/runtime.ts';
import { startVerticalRun } from '../src/runs/vertical/start.ts';
import { startWorker } from '../src/worker.ts';
import { someKey } from '../test/helpers/actors.ts';
import { startBareWorker } from './lib/bare/worker.ts';
import { openBenchDatabase } from './lib/database.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 10;
const RUNS_A_ROUND = quick ? 5 : 20;
const IN_FLIGHT = 16;
const BURST = IN_FLIGHT * (quick ? 2 : 12);
const STEPS = verticals.kyc.steps.length;
const BARE_QUEUE = 'bare';

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
});
const worker = await startWorker(config, createLogger('warn', 'bench'));
const stopBare = await startBareWorker(temporal.address, BARE_QUEUE);
const pool = createPool(config.DATABASE_URL);
const db = createDatabase(pool);
const team = await ensureTeam(db, { name: 'bench' });
const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
const client = createClient(config);
const bareClient = new Client({ connection: await Connection.connect({ address: temporal.address }) });

const governed = async (): Promise<void> => {
  const run = await db
    .transaction()
    .execute((tx) =>
      createRun(tx, ring, { teamId: team.id, vertical: 'kyc', case: verticals.kyc.sample, askedBy: someKey }),
    );
  await startVerticalRun(client, {
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    deadlineMs: 10_000,
    input: run,
  });
  await client.workflow.getHandle(run.run_id).result();
};

const bare = async (): Promise<void> => {
  await bareClient.workflow.execute('bareWorkflow', {
    taskQueue: BARE_QUEUE,
    workflowId: randomUUID(),
    args: [STEPS],
  });
};

const timed = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Returns the runs per second while a fixed number of runs is in progress. */
const throughput = async (work: () => Promise<void>): Promise<number> => {
  const ms = await timed(async () => {
    const share = Array.from({ length: BURST / IN_FLIGHT });
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        for (const _ of share) await work();
      }),
    );
  });
  return (BURST / ms) * 1_000;
};

for (let warm = 0; warm < 5; warm += 1) await Promise.all([governed(), bare()]);
const latencies = { governed: [] as number[], bare: [] as number[] };
const ratios: number[] = [];
for (let n = 0; n < ROUNDS; n += 1) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let m = 0; m < RUNS_A_ROUND; m += 1) {
    theirs.push(await timed(bare));
    ours.push(await timed(governed));
  }
  latencies.governed.push(...ours);
  latencies.bare.push(...theirs);
  ratios.push(median(ours) / median(theirs));
}
const rates = { bare: await throughput(bare), governed: await throughput(governed) };
const { rows } = await pool.query<{ ok: boolean; checked: number }>('SELECT * FROM verify_agent_ledger($1)', [
  team.id,
]);

const p = (values: readonly number[], share: number): number =>
  round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN, 1);
const result = {
  bench: 'vertical-run',
  baseline: `bare workflow of ${STEPS} empty activities`,
  latency_ratio: round(median(ratios)),
  latency_ratio_range: [round(Math.min(...ratios)), round(Math.max(...ratios))],
  p50_ms: { governed: p(latencies.governed, 0.5), bare: p(latencies.bare, 0.5) },
  p95_ms: { governed: p(latencies.governed, 0.95), bare: p(latencies.bare, 0.95) },
  runs_per_second: { governed: round(rates.governed, 1), bare: round(rates.bare, 1) },
  throughput_ratio: round(rates.governed / rates.bare),
  in_flight: IN_FLIGHT,
  ledger: rows[0],
};
console.table({
  governed: {
    p50: result.p50_ms.governed,
    p95: result.p95_ms.governed,
    per_s: result.runs_per_second.governed,
  },
  bare: { p50: result.p50_ms.bare, p95: result.p95_ms.bare, per_s: result.runs_per_second.bare },
});
console.log(JSON.stringify(result));

await worker.stop();
await stopBare();
await bareClient.connection.close();
await client.connection.close();
await pool.end();
await temporal.stop(10_000);
await database.close();
await rm(scratch, { recursive: true, force: true });
