// Measures an import of policies through the API, alternating with a bare COPY of the same rows into the same table.
// Usage: node bench/records-import.ts [--quick] [--rows 1000000] [--rounds 3]
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Agent, fetch } from 'undici';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { apiEnv, startApi } from './lib/api.ts';
import { execute, openBenchDatabase, optionOf } from './lib/database.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROWS = Number(optionOf('--rows') ?? (quick ? 50_000 : 1_000_000));
const ROUNDS = Number(optionOf('--rounds') ?? (quick ? 2 : 3));
const PIECE = 65_536;

const pad = (value: number, size = 2): string => String(value).padStart(size, '0');

/** Spreads the numbers over the index, as in a file that another system wrote. */
const numberOf = (n: number): string => `HI/${pad((n * 7_919) % ROWS, 8)}`;

/** Writes the rows as an office's spreadsheet does, or as COPY reads them. */
const rowsAs = function* (line: (n: number) => string, head = ''): Generator<string> {
  let text = head;
  for (let n = 0; n < ROWS; n += 1) {
    text += line(n);
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield text;
};

const lakhs = (n: number): number => 3 + (n % 20);
const csv = () =>
  rowsAs(
    (n) =>
      `${numberOf(n)},active,${pad((n % 28) + 1)}/04/2026,${pad((n % 28) + 1)}/03/2027,01/04/20${pad(10 + (n % 15))},"${lakhs(n)},00,000",0,\r\n`,
    'number,status,cover_from,cover_to,since,sum_insured,used,room_rent_limit\r\n',
  );
const copyText = (teamId: string) =>
  rowsAs(
    (n) =>
      `${teamId}\t${numberOf(n)}\tactive\t2026-04-${pad((n % 28) + 1)}\t2027-03-${pad((n % 28) + 1)}\t20${pad(10 + (n % 15))}-04-01\t${lakhs(n)}0000000\t0\t\\N\n`,
  );

const database = await openBenchDatabase();
const api = await startApi(apiEnv(database.url));
const pool = createPool(database.url, { max: 2 });
const db = createDatabase(pool);
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Peak memory of the API's process in MB since the last reset. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000;
const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

const timed = async (work: () => Promise<void>): Promise<number> => {
  await execute(database.adminUrl, 'TRUNCATE policies CASCADE', 'CHECKPOINT');
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};

try {
  const team = await ensureTeam(db, { name: 'bench' });
  const { key } = await issueKey(db, { teamId: team.id, name: 'bench', scopes: ['records:write'] });
  const bare = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    const columns =
      'team_id, number, status, cover_from, cover_to, since, sum_insured_paise, used_paise, room_rent_paise';
    await pipeline(
      Readable.from(copyText(team.id)),
      client.query(copyFrom(`COPY policies (${columns}) FROM STDIN`)),
    );
    await client.end();
  };
  const own = async (expected: 'inserted' | 'unchanged'): Promise<void> => {
    const response = await fetch(`${api.url}/v1/records/policies/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: Readable.from(csv()),
      duplex: 'half',
      dispatcher,
    });
    const report = (await response.json()) as Record<string, unknown>;
    if (report[expected] !== ROWS) throw new Error(JSON.stringify(report));
  };

  const load = loadavg();
  const [bares, owns, agains, peaks]: number[][] = [[], [], [], []];
  for (let n = 0; n < ROUNDS; n += 1) {
    bares!.push(await timed(bare));
    resetPeak(api.pid);
    owns!.push(await timed(() => own('inserted')));
    const began = performance.now();
    await own('unchanged');
    agains!.push((performance.now() - began) / 1_000);
    peaks!.push(peakOf(api.pid));
  }
  const figures = {
    rows: ROWS,
    bare_copy_s: round(median(bares!)),
    import_s: round(median(owns!)),
    ratio: round(median(owns!) / median(bares!)),
    same_again_s: round(median(agains!)),
    peak_mb: round(Math.max(...peaks!)),
  };
  console.table(figures);
  console.log(
    JSON.stringify({
      bench: 'records-import',
      baseline: 'a bare COPY of the same rows into the same table',
      quick,
      rounds: ROUNDS,
      load,
      ...figures,
    }),
  );
} finally {
  await dispatcher.close();
  await pool.end();
  await api.stop();
  await database.close();
}
