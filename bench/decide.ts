// Measures POST /v1/govern/decide through the whole API, without and with an Idempotency-Key, in a session and without one. The
// baseline, which alternates with it one call at a time, is a bare append of the same row.
// Usage: node bench/decide.ts [--quick]
import { loadavg } from 'node:os';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { createLedger } from '../src/ledger/index.ts';
import { newLedgerRef } from '../src/ids.ts';
import { bySomeKey } from '../test/helpers/actors.ts';
import { activatePolicy, REFUNDS } from '../test/helpers/agent-policies.ts';
import { apiEnv, startApi } from './lib/api.ts';
import { openBenchDatabase } from './lib/database.ts';
import { connectTo } from './lib/http.ts';
import { median, round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 15;
const CALLS = quick ? 100 : 300;
const WARM_UP = quick ? 300 : 3_000;
/** Milliseconds that a decision may take beyond its row, at p95. */
const AIM_MS = 5;

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const database = await openBenchDatabase();
const pool = createPool(database.url, { max: 4, onIdleError: () => {} });
const db = createDatabase(pool);
const ledger = createLedger({ pool });
const { id: teamId } = await ensureTeam(db, { name: 'bench' });
const { key } = await issueKey(db, { teamId, name: 'bench', scopes: ['govern'] });
await activatePolicy(db, teamId, REFUNDS);
const api = await startApi(apiEnv(database.url));
const http = await connectTo(api.url);

let sent = 0;
const decide = async (more: object, headers: Record<string, string> = {}): Promise<void> => {
  const body = {
    agent: 'refund-bot',
    action: 'read_account',
    resource: 'payments',
    input: { order: 12 },
    ...more,
  };
  const authorization = `Bearer ${key}`;
  const type = 'application/json';
  await http.post(
    '/v1/govern/decide',
    { authorization, 'content-type': type, ...headers },
    JSON.stringify(body),
  );
};

/** A session of some ten decisions, as a conversation has. */
const session = (): string => `session-${Math.floor(sent / 10)}`;

const KINDS = {
  bare: async () =>
    ledger.append({
      teamId,
      ledgerRef: newLedgerRef('agent'),
      step: 1,
      action: 'agent.allowed',
      governance: "decided by the team's policy",
      summary: 'The agent refund-bot may read_account on payments: A rule permits it.',
      detail: { agent: 'refund-bot', action: 'read_account', resource: 'payments', input: { order: 12 } },
      idemKey: newLedgerRef('agent'),
      actor: bySomeKey,
      suspendable: ['tool:read_account'],
    }),
  plain: async () => decide({}),
  in_session: async () => decide({ session: session() }),
  with_key: async () => decide({ session: session() }, { 'idempotency-key': `bench-${sent}` }),
} as const;

type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];
for (; sent < WARM_UP; sent += 1) for (const kind of kinds) await KINDS[kind]();
const rounds: Record<Kind, number>[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const took: Record<Kind, number[]> = { bare: [], plain: [], in_session: [], with_key: [] };
  for (let n = 0; n < CALLS; n += 1) {
    sent += 1;
    for (const kind of kinds) {
      const begun = performance.now();
      await KINDS[kind]();
      took[kind].push(performance.now() - begun);
    }
  }
  rounds.push({
    bare: at(took.bare, 0.95),
    plain: at(took.plain, 0.95),
    in_session: at(took.in_session, 0.95),
    with_key: at(took.with_key, 0.95),
  });
}
const p95 = (kind: Kind): number => median(rounds.map((each) => each[kind]));
for (const kind of kinds.filter((each) => each !== 'bare')) {
  const beyond = p95(kind) - p95('bare');
  console.log(
    JSON.stringify({
      bench: `decide ${kind}`,
      p95_ms: round(p95(kind)),
      row_p95_ms: round(p95('bare')),
      ratio: round(p95(kind) / p95('bare')),
      beyond_row_ms: round(beyond),
      aim_ms: AIM_MS,
      load: round(loadavg()[0] ?? 0, 1),
    }),
  );
}
http.close();
await api.stop();
await ledger.close();
await pool.end();
await database.close();
