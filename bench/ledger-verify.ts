// Measures verify_agent_ledger over a long chain, alternating with a bare scan of the same rows.
// Usage: node bench/ledger-verify.ts [--quick] [--data <folder> [--fill]]
// With --data, the server keeps its data in that folder. With --fill, the bench only makes the chain, and a later run measures
// it.
import { loadavg } from 'node:os';
import pg from 'pg';
import { createPool } from '../src/store/db/client.ts';
import { createLedger } from '../src/ledger/index.ts';
import { openBenchDatabase, optionOf } from './lib/database.ts';
import { sampleEntry } from './lib/ledger-entries.ts';
import { headOf } from './lib/ledger-fill.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROWS = quick ? 50_000 : 1_000_000;
const NEW_ROWS = quick ? 1_000 : 10_000;
const ROUNDS = quick ? 3 : 5;
const TEAM = 'team_bench';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Builds the chain with the append function itself, using entries prepared by the service. */
const FILL = `
DO $$
DECLARE
  run integer;
  content text := current_setting('bench.content');
BEGIN
  FOR run IN 1..${ROWS / 500} LOOP
    PERFORM FROM append_agent_actions(
      array_fill('${TEAM}'::text, ARRAY[500]),
      ARRAY(SELECT 'act_' || md5(run || '-' || n) FROM generate_series(1, 500) AS n),
      ARRAY(SELECT 'wf-' || md5(run || '-' || n / 8) FROM generate_series(1, 500) AS n),
      ARRAY(SELECT n % 8 FROM generate_series(1, 500) AS n),
      array_fill('pii.scan'::text, ARRAY[500]),
      ARRAY(SELECT 'wf-' || md5(run || '-' || n / 8) || '/' || n FROM generate_series(1, 500) AS n),
      repeat(content || chr(10), 499) || content);
    COMMIT;
  END LOOP;
END $$`;

const NAMES = ['team_id', 'id', 'ledger_ref', 'action', 'idem_key', 'prev_hash', 'row_hash', 'body'];
const scanOf = (sum: string): string =>
  `SELECT count(*), sum(${sum}) FROM agent_actions WHERE team_id = '${TEAM}'`;
const allOf = (size: string): string =>
  [...NAMES.map((name) => `${size}(${name})`), 'seq', 'step', 'v', "(created_at > 'epoch')::integer"].join(
    ' + ',
  );
/** Reads every column, as verification does. */
const SCAN = scanOf(allOf('length'));
/** Touches every column without reading text. This is the cheapest scan of all the data that verification compares. */
const TOUCH = scanOf(allOf('octet_length'));
/** Reads only body sizes. This is the cheapest scan that visits every row. */
const SIZES = scanOf('octet_length(body)');

const contentOfSample = async (url: string): Promise<string> => {
  const pool = createPool(url, { max: 1 });
  const ledger = createLedger({ pool });
  const { entry } = await ledger.append(sampleEntry(TEAM, 'sample', 0));
  await ledger.close();
  await pool.end();
  return entry.body.slice(entry.body.indexOf('"content":') + '"content":'.length, -1);
};

const database = await openBenchDatabase(optionOf('--data'));
const load = loadavg();
const admin = new pg.Client({ connectionString: database.adminUrl });
const fill = async (): Promise<void> => {
  const team = `INSERT INTO teams (id, name) VALUES ('${TEAM}', 'bench') ON CONFLICT DO NOTHING`;
  await admin.query(team);
  if ((await headOf(admin, TEAM)) === 0) {
    const content = await contentOfSample(database.url);
    await admin.query("SELECT set_config('bench.content', $1, false)", [content]);
    say(`Making a chain of ${ROWS} rows…`);
    await admin.query(FILL);
    await admin.query('VACUUM ANALYZE agent_actions');
  }
};

const measure = async (): Promise<void> => {
  // Limits each query to one core, because parallel plans would mainly compare numbers of parallel workers.
  await admin.query('SET max_parallel_workers_per_gather = 0');

  const timed = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    const begun = performance.now();
    const { rows } = await admin.query<Record<string, unknown>>(text, [...values]);
    if (rows[0]?.['ok'] === false) throw new Error(`The chain did not verify: ${String(rows[0]['reason'])}`);
    return performance.now() - begun;
  };
  const { rows } = await admin.query<{ seq: string; row_hash: Buffer; bytes: string }>(
    `SELECT seq, row_hash, (SELECT round(avg(octet_length(body))) FROM agent_actions) AS bytes
     FROM agent_actions WHERE team_id = $1 ORDER BY seq DESC OFFSET $2 LIMIT 1`,
    [TEAM, NEW_ROWS],
  );
  const from = rows[0];
  if (from === undefined) throw new Error('The chain is shorter than it should be');

  const rounds: { scan: number; touch: number; sizes: number; full: number; incremental: number }[] = [];
  await timed(SCAN);
  for (let number = 0; number < ROUNDS; number += 1) {
    rounds.push({
      scan: await timed(SCAN),
      touch: await timed(TOUCH),
      full: await timed('SELECT * FROM verify_agent_ledger($1)', [TEAM]),
      sizes: await timed(SIZES),
      incremental: await timed('SELECT * FROM verify_agent_ledger($1, $2, $3)', [
        TEAM,
        from.seq,
        from.row_hash,
      ]),
    });
  }
  const of = (pick: (times: (typeof rounds)[number]) => number): number => round(median(rounds.map(pick)), 1);
  const result = {
    rows: ROWS,
    body_bytes: Number(from.bytes),
    full_ms: of(({ full }) => full),
    scan_ms: of(({ scan }) => scan),
    touch_ms: of(({ touch }) => touch),
    sizes_ms: of(({ sizes }) => sizes),
    incremental_rows: NEW_ROWS,
    incremental_ms: of(({ incremental }) => incremental),
    ratio_to_scan: of(({ full, scan }) => full / scan),
    ratio_to_touch: of(({ full, touch }) => full / touch),
    ratio_to_sizes: of(({ full, sizes }) => full / sizes),
    full_to_incremental: of(({ full, incremental }) => full / incremental),
  };
  const line = (what: string, ms: number, ratio: number): boolean =>
    say(`${what.padEnd(42)} ${ms} ms   verification takes x${ratio}`);
  say(`full verification of ${ROWS} rows          ${result.full_ms} ms`);
  line('count(*), sum of length of all columns', result.scan_ms, result.ratio_to_scan);
  line('count(*), sum of octet_length of them', result.touch_ms, result.ratio_to_touch);
  line('count(*), sum(octet_length(body))', result.sizes_ms, result.ratio_to_sizes);
  say(
    `last ${NEW_ROWS} rows from a known hash   ${result.incremental_ms} ms   1/${result.full_to_incremental} of full`,
  );
  say(
    JSON.stringify({
      bench: 'ledger-verify',
      baseline: 'count(*) and the sum of the lengths of all columns',
      quick,
      load,
      ...result,
    }),
  );
};

try {
  await admin.connect();
  await fill();
  if (!process.argv.includes('--fill')) await measure();
} finally {
  await admin.end();
  await database.close();
}
