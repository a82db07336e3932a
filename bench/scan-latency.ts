// Measures POST /v1/govern/scan, including its ledger row, through the whole API. The baseline, which alternates with it one call
// at a time, is a bare append of the same row. Calls are made back to back, and also with a pause before each, because people
// pause between calls, and after a pause the disk and the cores have to wake up. Measures first a young process, whose code is
// still being compiled, and then one that has served WARM_UP calls and no longer gets faster.
// Usage: node bench/scan-latency.ts [--quick]
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { createLedger, type NewEntry } from '../src/ledger/index.ts';
import { bySomeKey } from '../test/helpers/actors.ts';
import { apiEnv, startApi } from './lib/api.ts';
import { openBenchDatabase } from './lib/database.ts';
import { connectTo } from './lib/http.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 25;
const CALLS_A_ROUND = quick ? 100 : 300;
const PAUSE_MS = 5;
const WARM_UP = quick ? 2_000 : 20_000;
const AIM = 1.5;

const texts = readFileSync(new URL('../test/corpora/pii/labelled.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { text: string } => JSON.parse(line))
  .map(({ text }) => text);

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const timed = async (
  count: number,
  once: (n: number) => Promise<unknown>,
  pause = 0,
): Promise<readonly number[]> => {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    if (pause > 0) await sleep(pause);
    const begun = performance.now();
    await once(n);
    took.push(performance.now() - begun);
  }
  return took;
};

const database = await openBenchDatabase();
const api = await startApi(apiEnv(database.url));
const client = await connectTo(api.url);
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
    return (JSON.parse(await client.post('/v1/govern/scan', headers, body)) as { ledger_ref: string })
      .ledger_ref;
  };
  const [sample] = await ledger.read(team.id, await scanned(0));
  if (sample === undefined) throw new Error('the scan wrote no row');
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
      actor: bySomeKey,
    };
    return ledger.append(entry);
  };

  await timed(50, scanned);
  await timed(50, appended);
  const inTurns = async (calls: number, pause: number) => {
    const rounds: { readonly scan: readonly number[]; readonly bare: readonly number[] }[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const bareFirst = n % 2 === 0;
      const first = await timed(calls, bareFirst ? appended : scanned, pause);
      const second = await timed(calls, bareFirst ? scanned : appended, pause);
      rounds.push(bareFirst ? { bare: first, scan: second } : { bare: second, scan: first });
    }
    const all = { scan: rounds.flatMap(({ scan }) => scan), bare: rounds.flatMap(({ bare }) => bare) };
    const ratios = rounds.map(({ scan, bare }) => at(scan, 0.95) / at(bare, 0.95));
    return {
      p50_ms: { scan: round(at(all.scan, 0.5)), bare: round(at(all.bare, 0.5)) },
      p95_ms: { scan: round(at(all.scan, 0.95)), bare: round(at(all.bare, 0.95)) },
      p95_ratio: round(median(ratios)),
      p95_ratio_range: [round(Math.min(...ratios)), round(Math.max(...ratios))],
      aim_met: median(ratios) < AIM,
    };
  };
  const result = {
    bench: 'scan-latency',
    baseline: 'bare append of the same row',
    quick,
    load,
    aim: AIM,
    young: await inTurns(CALLS_A_ROUND / 4, 0),
    warm_up: (await timed(WARM_UP, scanned)).length + (await timed(WARM_UP / 4, appended)).length,
    back_to_back: await inTurns(CALLS_A_ROUND, 0),
    paused: await inTurns(CALLS_A_ROUND / 2, PAUSE_MS),
  };
  console.log(JSON.stringify(result));
} finally {
  client.close();
  await ledger.close();
  await pool.end();
  await api.stop();
  await database.close();
}
