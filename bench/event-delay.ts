// Measures an event's delay from the commit that it reports to a stream's reader, with 1, 50 and 500 streams, both with one
// stream per run and with all streams on the same run. The baseline is a bare process that forwards every database notification
// to every open connection, which shows the delay caused by just Postgres, a socket and this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { createEventSink } from '../src/events/store.ts';
import { verticals } from '../src/governance/verticals/index.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { createLiveRun } from '../src/runs/vertical/live.ts';
import { apiEnv } from './lib/api.ts';
import { openBenchDatabase } from './lib/database.ts';
import { round } from './lib/load.ts';
import { openReaders } from './lib/stream-readers.ts';
import { someKey } from '../test/helpers/actors.ts';

const quick = process.argv.includes('--quick');
const STREAMS = quick ? [1, 50] : [1, 50, 500];
const EVENTS = quick ? 60 : 200;
const EVERY_MS = 25;
const MODEL = { name: 'none', budgets: { turns: 1, tool_calls: 1, tokens: 1, wall_ms: 1, cost: 0 } };

const database = await openBenchDatabase();
const pool = createPool(database.url, { max: 10 });
const db = createDatabase(pool);
const team = await ensureTeam(db, { name: 'bench' });
const { key } = await issueKey(db, { teamId: team.id, name: 'bench' });
const ring = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
const sink = createEventSink(pool, () => undefined);

const start = async (
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [found] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { child, url };
};

const api = await start('../src/api/main.ts', [], apiEnv(database.url));
const bare = await start('lib/bare-stream-process.ts', [database.url], {});

const newRun = async (): Promise<{ team_id: string; run_id: string; ledger_ref: string }> =>
  db.transaction().execute(async (tx) => {
    const { run_id, ledger_ref } = await createLiveRun(tx, ring, {
      teamId: team.id,
      vertical: 'kyc',
      case: verticals.kyc.sample,
      model: MODEL,
      askedBy: someKey,
    });
    const run = { team_id: team.id, run_id, ledger_ref };
    const payload = { vertical: 'kyc', ledger_ref };
    await sink.publish(tx, run, { key: 'start', type: 'run.started', payload });
    return run;
  });

let marker = 0;

/**
 * Publishes events at a steady pace and waits until each has arrived as often as expected.
 * @returns delays in milliseconds, sorted
 */
const measure = async (
  urls: readonly string[],
  copies: number,
  publish: (text: string, nth: number, committing: () => void) => Promise<void>,
): Promise<readonly number[]> => {
  const sent = new Map<string, number>();
  const delays: number[] = [];
  const readers = await openReaders(urls, { authorization: `Bearer ${key}` }, (name) => {
    delays.push(performance.now() - sent.get(name)!);
  });
  for (let nth = 0; nth < EVENTS; nth += 1) {
    const name = String((marker += 1));
    // Starts the clock once everything except the COMMIT has been sent.
    await publish(`#${name}#`, nth, () => sent.set(name, performance.now()));
    await sleep(EVERY_MS);
  }
  for (let waits = 0; delays.length < EVENTS * copies && waits < 400; waits += 1) await sleep(25);
  readers.close();
  if (delays.length !== EVENTS * copies)
    throw new Error(`${delays.length} of ${EVENTS * copies} events came`);
  return delays.toSorted((a, b) => a - b);
};

const told = async (
  run: Awaited<ReturnType<typeof newRun>>,
  text: string,
  committing: () => void,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const payload = { turn: marker, message_id: `m-${marker}`, text };
    await sink.publish(tx, run, { key: `m/${marker}`, type: 'message', payload });
    committing();
  });

const summary = (delays: readonly number[]) => {
  const at = (share: number): number => round(delays[Math.floor(delays.length * share)] ?? Number.NaN, 1);
  return { p50: at(0.5), p95: at(0.95), max: round(delays.at(-1) ?? Number.NaN, 1) };
};

const result: Record<string, object> = {};
for (const streams of STREAMS) {
  const runs: Awaited<ReturnType<typeof newRun>>[] = [];
  while (runs.length < streams) runs.push(await newRun());
  const urlOf = ({ run_id }: { run_id: string }): string => `${api.url}/v1/workforce/runs/${run_id}/events`;
  const own = await measure(runs.map(urlOf), 1, async (text, nth, committing) =>
    told(runs[nth % streams]!, text, committing),
  );
  const one = await newRun();
  const shared = await measure(
    Array.from({ length: streams }, () => urlOf(one)),
    streams,
    async (text, _, committing) => told(one, text, committing),
  );
  const baseline = await measure(
    Array.from({ length: streams }, () => bare.url),
    streams,
    async (text, _, committing) =>
      db.transaction().execute(async (tx) => {
        await sql`SELECT pg_notify('bare_stream', ${text})`.execute(tx);
        committing();
      }),
  );
  result[`${streams} streams`] = {
    own_runs: summary(own),
    one_run: summary(shared),
    bare: summary(baseline),
  };
}
for (const [name, row] of Object.entries(result)) {
  console.log(name);
  console.table(row);
}
console.log(
  JSON.stringify({
    bench: 'event-delay',
    baseline: 'a bare process that forwards every notification to every open connection',
    unit: 'ms from commit to reader',
    events: EVENTS,
    result,
  }),
);

for (const { child } of [api, bare]) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
await sink.close();
await pool.end();
await database.close();
