// Measures ledger appends, alternating with plain single-row INSERTs of the same row.
// Usage: node bench/ledger-append.ts [--quick] [--only 64x1,64x64]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import pg from 'pg';
import { createPool } from '../src/store/db/client.ts';
import { newId } from '../src/ids.ts';
import { createLedger } from '../src/ledger/index.ts';
import { cpuReader } from './lib/cpu.ts';
import { execute, openBenchDatabase, optionOf, type BenchDatabase } from './lib/database.ts';
import { sampleEntry } from './lib/ledger-entries.ts';
import { median, round, runLoad, type Load } from './lib/load.ts';

interface Measured extends Load {
  /** Processor time per append, in microseconds, of the server and the client together. */
  readonly cpuUs: number;
}

const quick = process.argv.includes('--quick');
const only = optionOf('--only')?.split(',');
const ROUNDS = quick ? 3 : 7;
const ROUND_MS = quick ? 700 : 2_000;
const PROCESSES = 4;
const PROCESS_ENTRIES = quick ? 1_000 : 25_000;
const PROCESS_WRITERS = 16;
const SHAPES = [
  { writers: 1, teams: 1 },
  { writers: 16, teams: 1 },
  { writers: 64, teams: 1 },
  { writers: 16, teams: 16 },
  { writers: 64, teams: 64 },
].filter(({ writers, teams }) => only?.includes(`${writers}x${teams}`) !== false);

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const teamIds = Array.from({ length: 64 }, (_, index) => `team_${index}`);

/** A table with agent_actions's columns, primary key and indexes but without a chain or checks, like an ordinary audit table. */
const PLAIN_TABLE = 'CREATE TABLE plain_actions (LIKE agent_actions INCLUDING DEFAULTS INCLUDING INDEXES)';
const PLAIN_INSERT = {
  name: 'plain_insert',
  text: `INSERT INTO plain_actions
    (team_id, seq, created_at, step, v, id, ledger_ref, action, idem_key, prev_hash, row_hash, body)
    VALUES ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11)`,
};

const plainWriter = (pool: pg.Pool) => {
  let seq = 0;
  return async (teamId: string, run: string): Promise<void> => {
    seq += 1;
    const { ledgerRef, step, action, governance, summary, detail, actor } = sampleEntry(teamId, run, seq);
    const [id, at, idemKey] = [newId('act'), new Date(), `${ledgerRef}/${step}`];
    const body = JSON.stringify({
      columns: {
        action,
        created_at: at,
        id,
        idem_key: idemKey,
        ledger_ref: ledgerRef,
        seq,
        step,
        team_id: teamId,
        v: 1,
      },
      content: { actor, detail, governance, summary },
    });
    const values = [
      teamId,
      seq,
      at,
      step,
      id,
      ledgerRef,
      action,
      idemKey,
      randomBytes(32),
      randomBytes(32),
      body,
    ];
    await pool.query({ ...PLAIN_INSERT, values });
  };
};

/** Runs a load and also measures its processor time. */
const withCpu = async (
  readCpu: (() => Promise<number>) | undefined,
  run: () => Promise<Load>,
): Promise<Measured> => {
  const before = await readCpu?.();
  const load = await run();
  const after = await readCpu?.();
  const cpuUs = before === undefined || after === undefined ? Number.NaN : (after - before) / load.count;
  return { ...load, cpuUs };
};

const inTurns = async (database: BenchDatabase): Promise<readonly Record<string, number>[]> => {
  const ledgerPool = createPool(database.url, { max: 10 });
  const ledger = createLedger({ pool: ledgerPool });
  const watcher = new pg.Client({ connectionString: database.adminUrl });
  await watcher.connect();
  const readCpu = await cpuReader(watcher);
  const results = [];
  let run = 0;
  let step = 0;
  for (const { writers, teams } of SHAPES) {
    // Gives each plain writer its own connection, which is more than the ledger gets.
    const plainPool = new pg.Pool({ connectionString: database.adminUrl, max: writers });
    const insert = plainWriter(plainPool);
    await execute(database.adminUrl, 'TRUNCATE plain_actions');
    const measure = {
      plain: async (ms: number): Promise<Measured> =>
        withCpu(readCpu, async () =>
          runLoad(writers, ms, async (writer) => insert(teamIds[writer % teams] ?? '', `p${run}`)),
        ),
      ledger: async (ms: number): Promise<Measured> =>
        withCpu(readCpu, async () =>
          runLoad(writers, ms, async (writer) =>
            ledger.append(sampleEntry(teamIds[writer % teams] ?? '', `l${run}`, (step += 1))),
          ),
        ),
    };
    await measure.plain(300);
    await measure.ledger(300);
    const rounds: { plain: Measured; ledger: Measured }[] = [];
    for (let number = 0; number < ROUNDS; number += 1) {
      run += 1;
      const plainFirst = number % 2 === 0;
      const first = await measure[plainFirst ? 'plain' : 'ledger'](ROUND_MS);
      const second = await measure[plainFirst ? 'ledger' : 'plain'](ROUND_MS);
      rounds.push(plainFirst ? { plain: first, ledger: second } : { plain: second, ledger: first });
    }
    await plainPool.end();
    const result = summarise(writers, teams, rounds);
    results.push(result);
    say(
      `${`${writers} writers, ${teams} teams`.padEnd(22)} ledger ${pad(result.ledger_per_s)}/s p95 ${pad(result.ledger_p95_ms)} ms` +
        ` | plain INSERT ${pad(result.plain_per_s)}/s p95 ${pad(result.plain_p95_ms)} ms | rate x${result.rate_ratio}` +
        ` [${result.rate_ratio_min}..${result.rate_ratio_max}], p95 x${result.p95_ratio}, processor time 1/${result.cpu_ratio}`,
    );
  }
  await watcher.end();
  await ledger.close();
  await ledgerPool.end();
  return results;
};

const pad = (value: number): string => String(value).padStart(7);

const summarise = (
  writers: number,
  teams: number,
  rounds: readonly { plain: Measured; ledger: Measured }[],
) => {
  const ratios = rounds.map(({ plain, ledger }) => ledger.perSecond / plain.perSecond);
  return {
    writers,
    teams,
    ledger_per_s: round(median(rounds.map(({ ledger }) => ledger.perSecond)), 0),
    plain_per_s: round(median(rounds.map(({ plain }) => plain.perSecond)), 0),
    ledger_p95_ms: round(median(rounds.map(({ ledger }) => ledger.p95Ms))),
    plain_p95_ms: round(median(rounds.map(({ plain }) => plain.p95Ms))),
    rate_ratio: round(median(ratios)),
    rate_ratio_min: round(Math.min(...ratios)),
    rate_ratio_max: round(Math.max(...ratios)),
    ledger_cpu_us: round(median(rounds.map(({ ledger }) => ledger.cpuUs)), 0),
    plain_cpu_us: round(median(rounds.map(({ plain }) => plain.cpuUs)), 0),
    cpu_ratio: round(median(rounds.map(({ plain, ledger }) => plain.cpuUs / ledger.cpuUs))),
    p95_ratio: round(median(rounds.map(({ plain, ledger }) => ledger.p95Ms / plain.p95Ms))),
  };
};

/** Appends to the same chains from several processes, counts forks and deadlocks, and verifies every chain. */
const manyProcesses = async (database: BenchDatabase) => {
  const teams = teamIds.slice(0, 8).map((id) => id.replace('team_', 'team_shared'));
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  for (const id of teams)
    await admin.query('INSERT INTO teams (id, name) VALUES ($1, $2)', [id, id.replace('_', '-')]);
  const deadlocks = async (): Promise<number> => {
    const { rows } = await admin.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  };
  const before = await deadlocks();
  const begun = performance.now();
  const script = new URL('lib/append-process.ts', import.meta.url).pathname;
  const codes = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, number) => {
      const args = [
        script,
        database.url,
        `q${number}`,
        String(PROCESS_ENTRIES),
        String(PROCESS_WRITERS),
        ...teams,
      ];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const { rows } = await admin.query<{ rows: string; forks: string; broken: string }>(
    `SELECT (SELECT count(*) FROM agent_actions WHERE team_id = ANY ($1)) AS rows,
      (SELECT count(*) - count(DISTINCT (team_id, prev_hash)) FROM agent_actions WHERE team_id = ANY ($1)) AS forks,
      (SELECT count(*) FROM unnest($1::text[]) AS t(id), verify_agent_ledger(t.id) AS v WHERE NOT v.ok) AS broken`,
    [teams],
  );
  // The statistics of a session that has just ended arrive a moment later.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const counted = {
    processes: PROCESSES,
    writers: PROCESSES * PROCESS_WRITERS,
    appended: Number(rows[0]?.rows),
    expected: PROCESSES * PROCESS_ENTRIES,
    forks: Number(rows[0]?.forks),
    broken_chains: Number(rows[0]?.broken),
    deadlocks: (await deadlocks()) - before,
    failed_processes: codes.filter((code) => code !== 0).length,
    per_s: round((PROCESSES * PROCESS_ENTRIES) / seconds, 0),
  };
  await admin.end();
  return counted;
};

const database = await openBenchDatabase();
const load = loadavg();
try {
  const values = teamIds.map((id, index) => `('${id}', 'bench-${index}')`).join(', ');
  await execute(database.adminUrl, `INSERT INTO teams (id, name) VALUES ${values}`, PLAIN_TABLE);
  say(`Ledger append against a plain single-row INSERT, median of ${ROUNDS} rounds of ${ROUND_MS} ms each`);
  const shapes = await inTurns(database);
  const shared = await manyProcesses(database);
  say(
    `${shared.processes} processes, ${shared.writers} writers, 8 teams: ${shared.appended} of ${shared.expected} appended` +
      ` at ${shared.per_s}/s, ${shared.forks} forks, ${shared.deadlocks} deadlocks, ${shared.broken_chains} broken chains`,
  );
  const sound =
    shared.appended === shared.expected &&
    shared.forks + shared.deadlocks + shared.broken_chains + shared.failed_processes === 0;
  if (!sound) process.exitCode = 1;
  say(
    JSON.stringify({
      bench: 'ledger-append',
      baseline: 'plain single-row INSERT',
      quick,
      load,
      shapes,
      shared,
    }),
  );
} finally {
  await database.close();
}
