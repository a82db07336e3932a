// Measures how costs change as a chain grows from 10 thousand rows: appending, verifying the whole chain or from a known row,
// exporting, and checking the export offline. Compares each size with the previous one in the same run.
// Usage: node bench/ledger-growth.ts [--quick | --to <rows, such as 10000000>] [--data <folder> [--fill]]
// With --data, the server keeps its data in that folder. With --fill, the bench only extends the chain to --to without measuring,
// so that the measuring run is short. A measuring run skips sizes that the chain has outgrown.
import { loadavg } from 'node:os';
import pg from 'pg';
import { exportLines } from '../src/ledger/audit/export.ts';
import { exportText } from '../src/ledger/audit/stream.ts';
import { verifyExport } from '../src/ledger/audit/verify-export.ts';
import { createPool } from '../src/store/db/client.ts';
import { createLedger } from '../src/ledger/index.ts';
import { execute, openBenchDatabase, optionOf } from './lib/database.ts';
import { sampleEntry } from './lib/ledger-entries.ts';
import { fillChain, fillFast, headOf } from './lib/ledger-fill.ts';
import { round, runLoad } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const kept = optionOf('--data');
const limit = Number(optionOf('--to') ?? (quick ? 30_000 : 1_000_000));
const SIZES = [10_000, 30_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= limit);
const LOAD_MS = quick ? 1_000 : 4_000;
const RECENT = 5_000;
const TEAM = 'team_bench';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const timed = async <T>(work: () => Promise<T>): Promise<readonly [number, T]> => {
  const begun = performance.now();
  const result = await work();
  return [performance.now() - begun, result];
};

const database = await openBenchDatabase(kept);
const load = loadavg();
const admin = new pg.Client({ connectionString: database.adminUrl });
const pool = createPool(database.url, { max: 10 });
const ledger = createLedger({ pool });
let step = 0;

const asBytes = async function* (text: AsyncIterable<string>, count: (bytes: number) => void) {
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    count(bytes.length);
    yield bytes;
  }
};

const measure = async (size: number) => {
  const { rows } = await admin.query<{ seq: number; row_hash: string }>(
    "SELECT seq, encode(row_hash, 'hex') AS row_hash FROM agent_actions WHERE team_id = $1 AND seq = $2",
    [TEAM, size - RECENT],
  );
  const from = rows[0]!;
  const [fullMs, full] = await timed(async () => ledger.verify(TEAM));
  const since = { seq: from.seq, rowHash: from.row_hash };
  const [recentMs, recent] = await timed(async () => ledger.verify(TEAM, since));
  if (!full.ok || !recent.ok || full.checked < size || recent.checked < RECENT)
    throw new Error('The chain did not verify');
  let bytes = 0;
  const text = exportText(exportLines(pool, { teamId: TEAM, selection: { kind: 'chain' } }), {
    format: 'jsonl',
    teamId: TEAM,
  });
  const [exportMs, verdict] = await timed(async () =>
    verifyExport(
      asBytes(text, (more) => (bytes += more)),
      { keys: [], checkpoints: [], receipts: [] },
    ),
  );
  if (!verdict.ok) throw new Error(`The export does not verify: ${verdict.kind}`);
  const peak = round(process.memoryUsage().rss / 1_048_576, 0);
  const append = await runLoad(64, LOAD_MS, async () =>
    ledger.append(sampleEntry(TEAM, `g${size}`, (step += 1))),
  );
  return {
    rows: full.checked,
    append_per_s: round(append.perSecond, 0),
    append_p95_ms: round(append.p95Ms),
    verify_ms: round(fullMs, 0),
    verify_us_a_row: round((fullMs * 1_000) / full.checked, 1),
    recent_rows: recent.checked,
    recent_ms: round(recentMs, 1),
    recent_us_a_row: round((recentMs * 1_000) / recent.checked, 1),
    export_and_check_us_a_row: round((exportMs * 1_000) / verdict.rows, 1),
    export_bytes_a_row: round(bytes / verdict.rows, 0),
    memory_mib: peak,
  };
};

try {
  const team = `INSERT INTO teams (id, name) VALUES ('${TEAM}', 'bench') ON CONFLICT DO NOTHING`;
  await execute(database.adminUrl, team);
  await admin.connect();
  const filling = process.argv.includes('--fill');
  if (filling) {
    await fillFast(admin, TEAM, limit);
    await admin.query('VACUUM ANALYZE agent_actions');
  }
  const results = [];
  const head = await headOf(admin, TEAM);
  for (const size of SIZES.filter((at) => !filling && at >= head)) {
    const [fillMs] = await timed(async () => fillChain(admin, TEAM, size));
    await admin.query('VACUUM ANALYZE agent_actions');
    const result = { ...(await measure(size)), fill_s: round(fillMs / 1_000, 0) };
    results.push(result);
    say(
      `${String(result.rows).padStart(9)} rows: 64 writers append ${result.append_per_s}/s p95 ${result.append_p95_ms} ms | verify ${result.verify_us_a_row} us a row` +
        ` (${result.verify_ms} ms) | last ${result.recent_rows} rows ${result.recent_ms} ms | export and offline check ${result.export_and_check_us_a_row} us a row` +
        ` | ${result.memory_mib} MiB`,
    );
  }
  say(JSON.stringify({ bench: 'ledger-growth', quick, load, results }));
} finally {
  await ledger.close();
  await pool.end();
  await admin.end();
  await database.close();
}
