import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { exportLines } from '../../src/ledger/audit/export.ts';
import { exportText } from '../../src/ledger/audit/stream.ts';
import { verifyExport } from '../../src/ledger/audit/verify-export.ts';
import { loadConfig } from '../../src/config.ts';
import { createDatabase, createPool } from '../../src/store/db/client.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { publishedKeys } from '../../src/ledger/log-keys.ts';
import { createClient } from '../../src/temporal/client.ts';
import { reconcileHistories } from '../../src/activities/ledger/history.ts';
import { queuesOf } from '../../src/temporal/queues.ts';
import { type Acknowledged, startLoad } from './kill-load.ts';
import { type KillService, startKillService, VICTIMS } from './kill-service.ts';

export interface KillsReport {
  readonly kills: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly acknowledged: { readonly scans: number; readonly runs: number };
  readonly unanswered: number;
  readonly rows: number;
  /** Acknowledged work that is missing or incomplete in the ledger. */
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly runsNotSucceeded: number;
  readonly brokenChains: number;
  /** The offline verifier's verdict on an export, and the number of rows in it that checkpoints cover. */
  readonly offline: string;
  readonly covered: number;
  /** Reasons why checkpoints were not signed; empty if all is well. */
  readonly refusals: readonly string[];
  /** Number of workflows compared with their rows, and the differences found. */
  readonly workflows: number;
  readonly discrepancies: readonly string[];
}

const CLIENTS = 8;
const PAUSE_MS = { least: 100, most: 1_200 };
const SETTLE_MS = 180_000;
const SIGNED_MS = 60_000;

/**
 * Kills Postgres, a worker and the API in turn with SIGKILL under load. Then compares the ledger with the acknowledged work and
 * with Temporal's history, and verifies the ledger itself.
 */
export const killUnderLoad = async (options: {
  readonly temporalAddress: string;
  readonly kills: number;
  readonly bundle?: string;
  readonly say?: (line: string) => void;
}): Promise<KillsReport> => {
  const service = await startKillService(options.temporalAddress, options.bundle);
  const begun = performance.now();
  const counts: Record<string, number> = {};
  try {
    const load = startLoad(service.url, service.key, CLIENTS);
    for (let n = 0; n < options.kills; n += 1) {
      const victim = VICTIMS[n % VICTIMS.length]!;
      await sleep(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
      await service.kill(victim);
      counts[victim] = (counts[victim] ?? 0) + 1;
      const { scans, runs } = load.acknowledged;
      options.say?.(`kill ${n + 1} (${victim}): ${scans.length} scans and ${runs.length} runs acknowledged`);
    }
    await sleep(1_000);
    const acknowledged = await load.stop();
    return {
      kills: counts,
      seconds: Math.round((performance.now() - begun) / 1_000),
      ...(await account(service, acknowledged)),
    };
  } finally {
    await service.close();
  }
};

const account = async (
  service: KillService,
  { scans, runs, failed }: Acknowledged,
): Promise<Omit<KillsReport, 'kills' | 'seconds'>> => {
  const admin = new pg.Pool({ connectionString: service.database.adminUrl, max: 2 });
  const pool = createPool(service.database.url);
  const client = createClient(loadConfig(service.env));
  try {
    await untilSettled(admin);
    await untilSigned(admin);
    const refused = await admin.query<{ reason: string }>('SELECT reason FROM ledger_refusals');
    const { rows } = await admin.query<{ ledger_ref: string; steps: number[] }>(
      'SELECT ledger_ref, array_agg(step ORDER BY seq) AS steps FROM agent_actions WHERE team_id = $1 GROUP BY ledger_ref',
      [service.teamId],
    );
    const byRef = new Map(rows.map(({ ledger_ref, steps }) => [ledger_ref, steps]));
    const expected = [
      ...scans.map((ref) => ({ ref, steps: [1] })),
      ...runs.map(({ id, vertical }) => ({
        ref: id.replace(/^run_/, 'wf-'),
        steps: verticals[vertical as keyof typeof verticals].steps.map(({ n }) => n),
      })),
    ];
    const lost = expected.filter(({ ref, steps }) => steps.some((step) => !byRef.get(ref)?.includes(step)));
    const doubled = rows.filter(({ steps }) => new Set(steps).size !== steps.length);
    const ended = await admin.query<{ n: number }>(
      "SELECT count(*)::integer AS n FROM runs WHERE status <> 'succeeded'",
    );
    const broken = await admin.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM teams AS t, verify_agent_ledger(t.id) AS v WHERE NOT v.ok',
    );
    const keys = (await publishedKeys(pool, service.teamId)).map(({ key }) => key);
    const lines = exportLines(pool, { teamId: service.teamId, selection: { kind: 'chain' } });
    const text = exportText(lines, { format: 'jsonl', teamId: service.teamId });
    const verdict = await verifyExport(asBytes(text), { keys, checkpoints: [], receipts: [] });
    // Temporal's list of closed workflows lags by a few seconds.
    await sleep(6_000);
    const queues = queuesOf(service.env['TEMPORAL_TASK_QUEUE'] ?? '');
    const { workflows, alerts } = await reconcileHistories({
      pool,
      db: createDatabase(pool),
      client,
      taskQueues: [queues.steps],
    });
    return {
      acknowledged: { scans: scans.length, runs: runs.length },
      unanswered: failed,
      rows: rows.reduce((sum, { steps }) => sum + steps.length, 0),
      lost: lost.map(({ ref }) => ref),
      doubled: doubled.map(({ ledger_ref: ref }) => ref),
      runsNotSucceeded: ended.rows[0]!.n,
      brokenChains: broken.rows[0]!.n,
      offline: verdict.ok ? 'ok' : `${verdict.kind} at ${verdict.seq}`,
      covered: verdict.ok ? verdict.covered : 0,
      refusals: refused.rows.map(({ reason }) => reason),
      workflows,
      discrepancies: alerts.map(({ kind, reason }) => `${kind}: ${reason}`),
    };
  } finally {
    await Promise.all([admin.end(), pool.end(), client.connection.close()]);
  }
};

const asBytes = async function* (text: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of text) yield Buffer.from(piece);
};

/** Waits until every accepted run has ended, despite the kills. */
const untilSettled = async (admin: pg.Pool): Promise<void> => {
  const until = Date.now() + SETTLE_MS;
  while (Date.now() < until) {
    const { rows } = await admin.query<{ n: number }>(
      "SELECT count(*)::integer AS n FROM runs WHERE status = 'running'",
    );
    if (rows[0]!.n === 0) return;
    await sleep(250);
  }
};

/** Waits until checkpoints have caught up without help. */
const untilSigned = async (admin: pg.Pool): Promise<void> => {
  const until = Date.now() + SIGNED_MS;
  while (Date.now() < until) {
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM ledger_heads AS h
       WHERE h.seq > coalesce((SELECT max(c.size) FROM ledger_checkpoints AS c WHERE c.team_id = h.team_id), 0)`,
    );
    if (rows[0]!.n === 0) return;
    await sleep(500);
  }
};
