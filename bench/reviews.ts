// Measures how long the API takes to list reviews when many are open, page by page, and to decide one of them. Each number is the
// median and the 95th percentile over all requests, one at a time.
// Usage: OPEN_REVIEWS=10000 node bench/reviews.ts [--quick]
import { randomBytes } from 'node:crypto';
import { startApi } from '../src/api/main.ts';
import { loadConfig } from '../src/config.ts';
import { createLogger } from '../src/observability/logger.ts';
import { createPool, createDatabase } from '../src/store/db/client.ts';
import { issueKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { openBenchDatabase } from './lib/database.ts';
import { round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const OPEN = Number(process.env['OPEN_REVIEWS'] ?? (quick ? 1_000 : 10_000));
const DECISIONS = quick ? 20 : 200;
const PAGE = 20;

const database = await openBenchDatabase();
const config = loadConfig({
  DATABASE_URL: database.url,
  // The list needs the database only.
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  RATE_LIMIT_PER_MINUTE: '10000000',
  PORT: '0',
});
const api = await startApi(config, createLogger('silent', 'bench'));
const pool = createPool(config.DATABASE_URL);
const { id: teamId } = await ensureTeam(createDatabase(pool), { name: 'bench' });
const { key } = await issueKey(createDatabase(pool), {
  teamId,
  name: 'bench',
  scopes: ['reviews:read', 'reviews:decide'],
});

// About four kilobytes of evidence, as much as a claim has.
await pool.query(
  `INSERT INTO reviews (id, team_id, kind, vertical, run_id, ledger_ref, subject, reasons, evidence, evidence_sha256, options,
     asked, four_eyes, remind_at, due_at, expires_at, on_expiry)
   SELECT 'rev_' || n, $1, 'escalation', 'voice', 'run_' || n, 'wf-' || n, '{"kind": "call", "id": null, "case_id": null}',
     '[{"code": "VOI-CODE", "detail": "no code"}]', jsonb_build_object('rows', repeat('x', 4000)), '', '{resolve,refer}',
     '{reviewer}', false, now(), now() + n * interval '1 minute', now() + interval '90 days', 'refer'
   FROM generate_series(1, $2::int) AS n`,
  [teamId, OPEN],
);
await pool.query('ANALYZE reviews');

const request = async (
  method: string,
  path: string,
  body?: object,
): Promise<[number, Record<string, unknown>]> => {
  const began = performance.now();
  const response = await fetch(api.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}`);
  return [performance.now() - began, answer];
};

const listMs: number[] = [];
for (let cursor: string | null = ''; cursor !== null && listMs.length < 500;) {
  const after = cursor === '' ? '' : `&cursor=${cursor}`;
  const [ms, page] = await request('GET', `/v1/reviews?limit=${PAGE}${after}`);
  listMs.push(ms);
  cursor = page['next_cursor'] as string | null;
}
const decideMs: number[] = [];
for (let n = 1; n <= DECISIONS; n += 1) {
  const [ms] = await request('POST', `/v1/reviews/rev_${n}/decide`, { option: 'resolve' });
  decideMs.push(ms);
}

const percentile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * share)]!;

const figures = (all: readonly number[]) => ({
  n: all.length,
  p50_ms: round(percentile(all, 0.5)),
  p95_ms: round(percentile(all, 0.95)),
});
console.log(
  JSON.stringify({ bench: 'reviews', open: OPEN, list: figures(listMs), decide: figures(decideMs) }),
);
await api.stop();
await pool.end();
await database.close();
