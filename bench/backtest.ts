// Measures how fast a backtest decides finished claims again under two versions of the rules, with real sealed cases and ledger rows
// in Postgres, and how much memory it takes, for growing numbers of claims. It calls the activity as the workflow does.
// Usage: BACKTEST_RUNS=1000,10000,100000 node bench/backtest.ts [--quick]
import { randomBytes } from 'node:crypto';
import { createBacktestActivities } from '../src/activities/rule-sets/index.ts';
import { KYC } from '../src/governance/rule-sets/built-in/kyc.ts';
import { canonicalRuleSet, ruleSetHash } from '../src/governance/rule-sets/canonical.ts';
import { verticals } from '../src/governance/verticals/index.ts';
import { ledgerRefOfRun, newId } from '../src/ids.ts';
import { createLedger, serviceActor, byService } from '../src/ledger/index.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { createBacktest, findBacktest } from '../src/store/rule-sets/backtests.ts';
import { createRuleSet } from '../src/store/rule-sets/rule-sets.ts';
import { sealedRow } from '../src/store/vault/vault.ts';
import { openBenchDatabase } from './lib/database.ts';
import { round } from './lib/load.ts';

const quick = process.argv.includes('--quick');
const SIZES = (process.env['BACKTEST_RUNS'] ?? (quick ? '200,2000' : '1000,10000,100000'))
  .split(',')
  .map(Number);
const AT_ONCE = 500;

const database = await openBenchDatabase();
const pool = createPool(database.url);
const db = createDatabase(pool);
const ledger = createLedger({ pool });
const vaultRing = new KeyRing([{ id: 'bench', key: randomBytes(32) }], 'case-vault');
const { id: teamId } = await ensureTeam(db, { name: 'bench' });

const policy = {
  number: 'HI-1010',
  status: 'active',
  cover_from: '2026-01-01',
  cover_to: '2026-12-31',
  since: '2021-01-01',
  sum_insured: '500000.00',
  used: '0.00',
  room_rent_limit: null,
};
const FACTS = [
  [3, 'kyc.verify', { pan: 'valid', aadhaar: 'valid' }],
  [4, 'db.query', { policy, network: 'in', earlier_claim: false, overlapping_stay: false }],
] as const;

/** Stores finished claims with their sealed cases and the rows of the steps that found something. */
const fill = async (from: number, to: number): Promise<void> => {
  const runs = Array.from({ length: Math.min(AT_ONCE, to - from) }, (_, index) => {
    const id = newId('run');
    const given = { ...verticals.kyc.sample, id: `CLM-${from + index}`, amount: `${1_000 + from + index}` };
    return { id, ref: ledgerRefOfRun(id), given };
  });
  await db
    .insertInto('case_vault')
    .values(runs.map(({ ref, given }) => sealedRow(vaultRing, { teamId, ref, value: given })))
    .execute();
  await db
    .insertInto('runs')
    .values(
      runs.map(({ id, ref }) => ({
        id,
        team_id: teamId,
        vertical: 'kyc',
        mode: 'simulated' as const,
        status: 'succeeded' as const,
        ledger_ref: ref,
        case_id: null,
        decision: 'approve',
        created_at: new Date('2026-11-01T06:00:00Z'),
        finished_at: new Date('2026-11-01T06:00:01Z'),
      })),
    )
    .execute();
  await Promise.all(
    runs.flatMap(({ ref }) =>
      FACTS.map(async ([step, action, detail]) =>
        ledger.append({
          teamId,
          ledgerRef: ref,
          step,
          action,
          governance: 'none',
          summary: action,
          detail,
          actor: byService('command-line'),
        }),
      ),
    ),
  );
};

const large = {
  id: 'large',
  when: ['has_amount', 'amount > 200000'],
  // oxlint-disable-next-line unicorn/no-thenable -- see src/contract/rule-set.ts
  then: { code: 'HOUSE-001', detail: "'a claim of ' + rupees(amount)" },
};
const house = { id: 'house', hit: 'collect' as const, rows: [large] };
const candidate = { ...KYC, version: KYC.version + 1, tables: [...KYC.tables, house] };
const { backtestRuns } = createBacktestActivities({ db, ledger, vaultRing });

/** Backtests all claims that are stored. */
const measure = async (runs: number) => {
  const id = await db.transaction().execute(async (tx) => {
    const backtest = await createBacktest(tx, {
      teamId,
      ruleSetId: await createRuleSet(tx, { teamId, name: KYC.id }),
      vertical: 'kyc',
      pin: { id: KYC.id, version: candidate.version, sha256: ruleSetHash(candidate), owner: 'team' },
      document: canonicalRuleSet(candidate),
      against: { id: KYC.id, version: KYC.version, sha256: ruleSetHash(KYC), owner: 'service' },
      againstDocument: canonicalRuleSet(KYC),
      from: null,
      to: null,
      limit: runs,
      askedBy: serviceActor('command-line'),
    });
    return backtest!.id;
  });
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  let peakMb = 0;
  for (let isFinished = false; !isFinished;) {
    ({ is_finished: isFinished } = await backtestRuns({ workflow_id: id, team_id: teamId }));
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1_048_576);
  }
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1_000 / runs;
  const { result } = (await findBacktest(db, { teamId, id }))!;
  console.log(
    `${runs} claims in ${round(seconds, 1)} s: ${Math.round(runs / seconds)} a second, ${round(cpuMs, 2)} ms of processor each, peak ${Math.round(peakMb)} MB`,
  );
  return {
    runs,
    seconds: round(seconds, 2),
    cpu_ms: round(cpuMs, 3),
    peak_mb: Math.round(peakMb),
    matrix: result.matrix,
  };
};

const measured = [];
let stored = 0;
for (const size of SIZES) {
  for (; stored < size; stored = Math.min(stored + AT_ONCE, size)) await fill(stored, size);
  await pool.query('ANALYZE');
  measured.push(await measure(size));
}
console.log(JSON.stringify({ bench: 'backtest', sizes: measured }));
await pool.end();
await database.close();
