// Measures the cost per row of reading a long ledger_ref's entries; GET /v1/runs/{id}/ledger and GET /v1/govern/ledger/{ref} use
// the same function. Reads refs with 1,000, 10,000 and 50,000 rows in a chain that also contains short refs. The cost per row
// should be constant. Times are processor time, including the server's.
// Usage: node bench/ledger-reads.ts [--quick]
import { loadavg } from 'node:os';
import pg from 'pg';
import { createPool } from '../src/store/db/client.ts';
import { createLedger } from '../src/ledger/index.ts';
import { cpuReader } from './lib/cpu.ts';
import { execute, openBenchDatabase } from './lib/database.ts';
import { fillChain, headOf } from './lib/ledger-fill.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const SIZES = quick ? [1_000, 10_000] : [1_000, 10_000, 50_000];
const OTHERS = 5_000;
const ROUNDS = 5;
const LEAST_US = 400_000;
const TEAM = 'team_bench';

const database = await openBenchDatabase();
const load = loadavg();
const admin = new pg.Client({ connectionString: database.adminUrl });
const pool = createPool(database.url, { max: 2 });
const ledger = createLedger({ pool });
try {
  await execute(database.adminUrl, `INSERT INTO teams (id, name) VALUES ('${TEAM}', 'bench')`);
  await admin.connect();
  await fillChain(admin, TEAM, OTHERS);
  for (const size of SIZES) await fillChain(admin, TEAM, (await headOf(admin, TEAM)) + size, `long-${size}`);
  await admin.query('VACUUM ANALYZE agent_actions');
  const processor = await cpuReader(admin);
  if (processor === undefined)
    throw new Error('The processor time of a server on another machine cannot be read.');
  const costOf = async (size: number): Promise<number> => {
    const begun = await processor();
    let used = 0;
    let reads = 0;
    do {
      const entries = await ledger.read(TEAM, `long-${size}`);
      if (entries.length !== size) throw new Error(`${entries.length} entries of ${size}`);
      reads += 1;
      used = (await processor()) - begun;
    } while (used < LEAST_US);
    return used / reads / size;
  };
  const results = [];
  for (const size of SIZES) {
    await costOf(size);
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) costs.push(await costOf(size));
    const result = { rows: size, us_a_row: round(median(costs), 1) };
    results.push(result);
    process.stdout.write(`${String(size).padStart(7)} rows: ${result.us_a_row} us a row\n`);
  }
  const growth = round(results.at(-1)!.us_a_row / results[0]!.us_a_row);
  process.stdout.write(
    `${JSON.stringify({ bench: 'ledger-reads', quick, load, results, last_to_first: growth })}\n`,
  );
} finally {
  await ledger.close();
  await pool.end();
  await admin.end();
  await database.close();
}
