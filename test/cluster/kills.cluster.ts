import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/cli/ledger.ts';
import { installRuntime } from '../../src/temporal/runtime.ts';
import { type Cluster, type Part, startCluster } from './cluster.ts';
import { type Load, startLoad } from './load.ts';
import { asAdmin } from './postgres-pair.ts';

/** How long the database stays away before somebody promotes the standby. */
const NOTICED_AFTER_MS = 5_000;

let folder: string;
let cluster: Cluster;
let load: Load;
const figures: string[] = [];

const say = (line: string): void => {
  figures.push(line);
  process.stderr.write(`${line}\n`);
};
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

beforeAll(async () => {
  installRuntime(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'pramaan-cluster-'));
  await chmod(folder, 0o755);
  cluster = await startCluster(folder);
  load = startLoad(cluster.url, cluster.key);
});
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
});

/** Loses a part under load. @returns the milliseconds until a run that began afterwards has ended */
const lose = async ({ kill, start }: Part): Promise<number> => {
  const moment = Date.now();
  await kill();
  const took = await load.nextAfter(moment);
  await start();
  await load.nextAfter(Date.now());
  return took;
};

const rows = async <T extends Record<string, unknown>>(text: string): Promise<readonly T[]> =>
  asAdmin<T>(cluster.balancer.ports.postgres, text, 'pramaan');

describe('A cluster under load', () => {
  it('works through its runs while no part is lost', async () => {
    await expect.poll(() => load.ended.length).toBeGreaterThan(10);
    const times = load.ended.map(({ sentAt, endedAt }) => endedAt - sentAt).toSorted((a, b) => a - b);
    say(`no loss: median ${seconds(times[Math.floor(times.length / 2)]!)} for a run`);
  });

  it('goes on while one process of each of Temporal’s services is lost', async () => {
    for (const part of cluster.temporal.filter(({ name }) => name.endsWith('-1')))
      say(`temporal ${part.name}: ${seconds(await lose(part))}`);
  });

  it('goes on while an API and a worker are lost', async () => {
    say(`api: ${seconds(await lose(cluster.apis[0]!))}`);
    say(`worker: ${seconds(await lose(cluster.workers[0]!))}`);
  });

  it('goes on after the balancer was lost and started again', async () => {
    const moment = Date.now();
    await cluster.balancer.kill();
    await cluster.balancer.start();
    say(`balancer, started again at once: ${seconds(await load.nextAfter(moment))}`);
  });

  it('goes on with the standby after the primary database was lost', async () => {
    const moment = Date.now();
    cluster.postgres.losePrimary();
    await sleep(NOTICED_AFTER_MS);
    await cluster.postgres.promote();
    await cluster.balancer.usePromoted();
    const took = await load.nextAfter(moment);
    say(`database, promoted after ${seconds(NOTICED_AFTER_MS)}: ${seconds(took)}`);
  });

  it('every run that was accepted has ended once, with each of its rows and effects once', async () => {
    await load.stop();
    say(`${load.ended.length} runs`);
    expect(load.ended.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    const stored = await rows<{ id: string; status: string }>('SELECT id, status FROM runs ORDER BY id');
    expect(stored.map(({ id }) => id)).toEqual(load.ended.map(({ id }) => id).toSorted());
    expect(stored.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    const doubled =
      'SELECT ledger_ref, step FROM agent_actions WHERE step > 0 GROUP BY 1, 2 HAVING count(*) > 1';
    expect(await rows(doubled)).toEqual([]);
    const counts = await rows<{ steps: number }>(
      "SELECT DISTINCT count(*)::int AS steps FROM agent_actions WHERE ledger_ref LIKE 'wf-%' GROUP BY ledger_ref",
    );
    expect(counts, 'each run has the same steps').toHaveLength(1);
    expect(await rows('SELECT run_id FROM payouts GROUP BY 1 HAVING count(*) > 1')).toEqual([]);
    const where = { databaseUrl: cluster.databaseUrl, dataDir: folder };
    expect((await verifyLedger(where, 'drill')).json).toMatchObject({ ok: true });
    say('all chains verified, none lost, none doubled');
  });
});
