// Measures requests per second for reading a run through the whole API (key, limits, two tables). The baseline is GET /healthz in
// the same process, which shows the cost of just HTTP and Koa.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { loadConfig } from '../src/config.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { verticals } from '../src/governance/verticals/index.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { createLedger } from '../src/ledger/index.ts';
import { createRun } from '../src/runs/vertical/create.ts';
import { bySomeKey, someKey } from '../test/helpers/actors.ts';
import { apiEnv } from './lib/api.ts';
import { openBenchDatabase } from './lib/database.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 2 : 5;
const SECONDS = quick ? 2 : 5;
const CONNECTIONS = 32;

const database = await openBenchDatabase();
const env = apiEnv(database.url);
const config = loadConfig(env);
const pool = createPool(database.url);
const db = createDatabase(pool);
const team = await ensureTeam(db, { name: 'bench' });
const { key } = await issueKey(db, { teamId: team.id, name: 'bench' });
const run = await db.transaction().execute((tx) =>
  createRun(tx, new KeyRing(config.ENCRYPTION_KEYS, 'case-vault'), {
    teamId: team.id,
    vertical: 'kyc',
    case: verticals.kyc.sample,
    askedBy: someKey,
  }),
);
const ledger = createLedger({ pool });
for (const { n, action, governance } of verticals.kyc.steps) {
  await ledger.append({
    teamId: team.id,
    ledgerRef: run.ledger_ref,
    step: n,
    action,
    governance,
    summary: 'A row of the size that a step writes, for reading.',
    detail: { found: ['pan', 'aadhaar'], rules: 'kyc-rules@1', mode: 'simulated' },
    actor: bySomeKey,
  });
}

const api = spawn(process.execPath, [fileURLToPath(new URL('../src/api/main.ts', import.meta.url))], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise<string>((resolve) => {
  createInterface({ input: api.stdout }).on('line', (line) => {
    const [, found] = /"url":"(http[^"]+)"/.exec(line) ?? [];
    if (found !== undefined) resolve(found);
  });
});

const load = async (path: string): Promise<{ rate: number; p95: number }> => {
  const result = await autocannon({
    url: `${url}${path}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization: `Bearer ${key}` },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} refused`);
  return { rate: result.requests.average, p95: result.latency.p97_5 };
};

const rounds: { run: { rate: number; p95: number }; health: { rate: number; p95: number } }[] = [];
await load('/healthz');
for (let n = 0; n < ROUNDS; n += 1) {
  rounds.push({ health: await load('/healthz'), run: await load(`/v1/workforce/runs/${run.run_id}`) });
}
const result = {
  bench: 'get-run',
  baseline: 'GET /healthz on the same process',
  connections: CONNECTIONS,
  requests_per_second: {
    run: round(median(rounds.map((one) => one.run.rate)), 0),
    health: round(median(rounds.map((one) => one.health.rate)), 0),
  },
  p97_5_ms: {
    run: median(rounds.map((one) => one.run.p95)),
    health: median(rounds.map((one) => one.health.p95)),
  },
  ratio: round(median(rounds.map((one) => one.run.rate / one.health.rate))),
};
console.table(result.requests_per_second);
console.log(JSON.stringify(result));

api.kill('SIGTERM');
await once(api, 'exit');
await ledger.close();
await pool.end();
await database.close();
