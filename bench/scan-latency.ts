// POST /v1/govern/scan with its ledger row through the whole API, against the bare append of the same row, one at a time
// and in turns in the same run.
// node bench/scan-latency.ts [--quick]
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { createDatabase, createPool } from '../src/db/client.ts';
import { issueKey } from '../src/keys/store.ts';
import { ensureTeam } from '../src/keys/team.ts';
import { createLedger, type NewEntry } from '../src/ledger/index.ts';
import { startApiProcess } from '../test/helpers/process.ts';
import { openBenchDatabase } from './lib/database.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 9;
const CALLS_A_ROUND = quick ? 100 : 400;
const AIM = 1.5;

const texts = readFileSync(new URL('../test/corpora/pii/labelled.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { text: string } => JSON.parse(line))
  .map(({ text }) => text);

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Over one connection, with as little of a client as there is. */
const post = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const options = { agent, method: 'POST', headers: { ...headers, 'content-length': length } };
    const asked = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    });
    asked.on('error', reject).end(body);
  });

const timed = async (count: number, once: (n: number) => Promise<unknown>): Promise<readonly number[]> => {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const begun = performance.now();
    await once(n);
    took.push(performance.now() - begun);
  }
  return took;
};

const database = await openBenchDatabase();
const api = await startApiProcess({
  DATABASE_URL: database.url,
  ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '100000000',
  LOG_LEVEL: 'info',
});
const pool = createPool(database.url);
const ledger = createLedger({ pool });
try {
  const load = loadavg();
  const db = createDatabase(pool);
  const team = await ensureTeam(db, { name: 'bench' });
  const other = await ensureTeam(db, { name: 'bench-bare' });
  const { key } = await issueKey(db, { teamId: team.id, name: 'bench' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  const scanned = async (n: number): Promise<string> => {
    const body = JSON.stringify({ text: texts[n % texts.length] });
    return (JSON.parse(await post(`${api.url}/v1/govern/scan`, headers, body)) as { ledger_ref: string })
      .ledger_ref;
  };
  const [sample] = await ledger.read(team.id, await scanned(0));
  if (sample === undefined) throw new Error('the scan left no row');
  const { step, action, governance, summary, detail } = sample;
  let rows = 0;
  const appended = async (): Promise<unknown> => {
    rows += 1;
    const entry: NewEntry = {
      teamId: other.id,
      ledgerRef: `scan-${rows}`,
      step,
      action,
      governance,
      summary,
      detail,
    };
    return ledger.append(entry);
  };

  await timed(50, scanned);
  await timed(50, appended);
  const rounds: { readonly scan: readonly number[]; readonly bare: readonly number[] }[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const bareFirst = n % 2 === 0;
    const first = await timed(CALLS_A_ROUND, bareFirst ? appended : scanned);
    const second = await timed(CALLS_A_ROUND, bareFirst ? scanned : appended);
    rounds.push(bareFirst ? { bare: first, scan: second } : { bare: second, scan: first });
  }
  const all = { scan: rounds.flatMap(({ scan }) => scan), bare: rounds.flatMap(({ bare }) => bare) };
  const ratios = rounds.map(({ scan, bare }) => at(scan, 0.95) / at(bare, 0.95));
  const result = {
    bench: 'scan-latency',
    baseline: 'bare append of the same row',
    quick,
    load,
    p50_ms: { scan: round(at(all.scan, 0.5)), bare: round(at(all.bare, 0.5)) },
    p95_ms: { scan: round(at(all.scan, 0.95)), bare: round(at(all.bare, 0.95)) },
    p95_ratio: round(median(ratios)),
    p95_ratio_range: [round(Math.min(...ratios)), round(Math.max(...ratios))],
    aim: AIM,
    aim_met: median(ratios) < AIM,
  };
  console.table({
    scan: [result.p50_ms.scan, result.p95_ms.scan],
    bare: [result.p50_ms.bare, result.p95_ms.bare],
  });
  console.log(JSON.stringify(result));
} finally {
  await ledger.close();
  await pool.end();
  await api.kill('SIGTERM');
  await database.close();
}
