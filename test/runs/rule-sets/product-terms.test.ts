import { randomBytes } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { createBacktestActivities } from '../../../src/activities/rule-sets/index.ts';
import { createShadowActivities } from '../../../src/activities/rule-sets/shadow.ts';
import { STANDARD_HEALTH } from '../../../src/governance/rule-sets/built-in/standard-health.ts';
import { canonicalRuleSet, ruleSetHash } from '../../../src/governance/rule-sets/canonical.ts';
import { ledgerRefOfRun } from '../../../src/ids.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { createBacktest, findBacktest } from '../../../src/store/rule-sets/backtests.ts';
import { createRuleSet } from '../../../src/store/rule-sets/rule-sets.ts';
import { numbersOfShadow } from '../../../src/store/rule-sets/shadow-runs.ts';
import { createShadow, newestShadow } from '../../../src/store/rule-sets/shadows.ts';
import { sealedRow } from '../../../src/store/vault/vault.ts';
import { someKey } from '../../helpers/actors.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';
import { insure } from '../../helpers/insure.ts';
import { proposeRules } from '../../helpers/rule-sets.ts';
import { openOffice, type Office, type Walked } from '../vertical/walk.ts';

const ring = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
const at = '2026-11-27';

/** The patient pays a fifth, and a stay of three days or more goes to a person. */
const candidate = {
  ...STANDARD_HEALTH,
  version: 2,
  inputs: { ...STANDARD_HEALTH.inputs, stay_days: 'int' as const },
  terms: { ...STANDARD_HEALTH.terms!, copay: [{ percent: 20, clause: 'Our co-payment' }] },
  tables: [
    ...STANDARD_HEALTH.tables,
    {
      id: 'house',
      hit: 'collect' as const,
      rows: [
        {
          id: 'long',
          when: ['stay_days >= 3'],
          // oxlint-disable-next-line unicorn/no-thenable -- see src/contract/rule-set.ts
          then: { code: 'HOUSE-001', detail: "'a stay of ' + string(stay_days) + ' days'" },
        },
      ],
    },
  ],
};

const thirty = { percent: 30, clause: 'Our co-payment' };

const claimOf = (nth: number, amount: string, discharge: string) => ({
  admission: '2026-11-03',
  discharge,
  diagnosis: 'A97.0 dengue',
  pan: makePan(nth, 'P'),
  aadhaar: makeAadhaar(nth),
  applicant: 'T',
  id: `PT-${nth}`,
  policy: 'PT-1',
  items: [{ head: 'pharmacy', amount }],
});

/** Works a claim and seals its case, like the API. */
const workSealed = async (
  { db, teamId, work }: Office,
  given: Readonly<Record<string, unknown>>,
): Promise<Walked> => {
  const walked = await work('kyc', given, { at });
  const value = sealedRow(ring, { teamId, ref: ledgerRefOfRun(walked.runId), value: given });
  await db.insertInto('case_vault').values(value).execute();
  return walked;
};

const openInsurer = async (): Promise<Office> => {
  const office = await openOffice();
  await insure(office.db, office.teamId, 'PT-1', {
    slabs: [{ since: '2020-01-01', sum_insured: '5 lakh' }],
  });
  return office;
};

const depsOf = ({ db, database }: Office) => ({
  db,
  ledger: createLedger({ pool: database.pool }),
  vaultRing: ring,
});

const pin = {
  id: candidate.id,
  version: 2,
  sha256: ruleSetHash(candidate),
  owner: 'team',
} as const;

it('a backtest adjudicates stored claims again under other terms, line by line, and changes nothing', async () => {
  const office = await openInsurer();
  const { db, teamId } = office;
  const short = await workSealed(office, claimOf(1, '10,000', '2026-11-05'));
  const long = await workSealed(office, claimOf(2, '40,000', '2026-11-07'));
  // A claim of a policy without a product is not among those that the terms decide.
  await workSealed(office, { ...claimOf(3, '10,000', '2026-11-05'), policy: 'HI-1010' });
  const recorded = await db.selectFrom('runs').selectAll().orderBy('id').execute();
  const id = await db.transaction().execute(async (tx) => {
    const backtest = await createBacktest(tx, {
      teamId,
      ruleSetId: await createRuleSet(tx, { teamId, name: candidate.id }),
      vertical: 'kyc',
      pin,
      document: canonicalRuleSet(candidate),
      against: { ...pin, version: 1, sha256: ruleSetHash(STANDARD_HEALTH), owner: 'service' },
      againstDocument: canonicalRuleSet(STANDARD_HEALTH),
      from: null,
      to: null,
      limit: 10,
      askedBy: someKey,
    });
    return backtest!.id;
  });
  await createBacktestActivities(depsOf(office)).backtestRuns({ workflow_id: id, team_id: teamId });
  const { total, state, result } = (await findBacktest(db, { teamId, id }))!;
  expect({ total, state }).toEqual({ total: 2, state: 'succeeded' });
  expect(result).toMatchObject({
    runs: 2,
    as_recorded: 2,
    matrix: { 'approve_part > approve_part': 1, 'approve_part > refer': 1 },
    other_amounts: 1,
    approved: { before: '4750000', after: '800000' },
    codes: { 'HOUSE-001': { before: 0, after: 1 } },
  });
  const [largest, other] = result.differences;
  expect(largest).toMatchObject({
    run_id: long.runId,
    amount: '3800000',
    before: { decision: 'approve', adjudication: { outcome: 'approve_part' } },
    after: {
      decision: 'escalate',
      reasons: [{ code: 'HOUSE-001', detail: 'a stay of 4 days' }],
      hits: [{ row: 'house.long', says: 'HOUSE-001: a stay of 4 days' }],
      adjudication: { outcome: 'refer', amount: { claimed: '40000.00', approved: '32000.00' } },
    },
  });
  expect(other).toMatchObject({
    run_id: short.runId,
    amount: '150000',
    before: { adjudication: { adjustments: [{ amount: '500.00', clause: 'Co-payment' }] } },
    after: { adjudication: { adjustments: [{ amount: '2000.00', clause: 'Our co-payment' }] } },
  });
  expect(await db.selectFrom('runs').selectAll().orderBy('id').execute()).toEqual(recorded);
});

it('a backtest of named runs shows what the version decides of each, even if the other one decides alike', async () => {
  const office = await openInsurer();
  const { db, teamId } = office;
  const short = await workSealed(office, claimOf(1, '10,000', '2026-11-05'));
  const long = await workSealed(office, claimOf(2, '40,000', '2026-11-07'));
  const unnamed = await workSealed(office, claimOf(3, '10,000', '2026-11-05'));
  // The clock of the database may be ahead of the one of the API.
  const ahead = new Date(Date.now() + 60_000);
  await db.updateTable('runs').set({ created_at: ahead }).where('id', '=', short.runId).execute();
  const stricter = { ...candidate, version: 3, terms: { ...candidate.terms, copay: [thirty] } };
  const id = await db.transaction().execute(async (tx) => {
    const backtest = await createBacktest(tx, {
      teamId,
      ruleSetId: await createRuleSet(tx, { teamId, name: candidate.id }),
      vertical: 'kyc',
      pin: { ...pin, version: 3, sha256: ruleSetHash(stricter) },
      document: canonicalRuleSet(stricter),
      // Not the version that decided the runs.
      against: pin,
      againstDocument: canonicalRuleSet(candidate),
      from: null,
      to: null,
      limit: 10,
      runs: [short.runId, long.runId],
      askedBy: someKey,
    });
    return backtest!.id;
  });
  await createBacktestActivities(depsOf(office)).backtestRuns({ workflow_id: id, team_id: teamId });
  const { total, state, result } = (await findBacktest(db, { teamId, id }))!;
  expect({ total, state, as_recorded: result.as_recorded }).toEqual({
    total: 2,
    state: 'succeeded',
    as_recorded: 0,
  });
  // Both versions refer the long stay, so it is no difference, although they propose different amounts.
  expect(result.differences.map((each) => each.run_id)).toEqual([short.runId]);
  const each = new Map(result.each!.map(({ run_id: run, ...sides }) => [run, sides]));
  expect(each.has(unnamed.runId)).toBe(false);
  expect(each.get(long.runId)).toMatchObject({
    before: { decision: 'escalate', adjudication: { amount: { approved: '32000.00' } } },
    after: {
      decision: 'escalate',
      reasons: [{ code: 'HOUSE-001' }],
      adjudication: { amount: { approved: '28000.00' } },
    },
  });
  expect(each.get(short.runId)).toMatchObject({
    after: { decision: 'approve', adjudication: { amount: { approved: '7000.00' } } },
  });
});

it('terms in shadow decide only the claims of their product, and move neither counters nor payouts', async () => {
  const office = await openInsurer();
  const { db, teamId } = office;
  await proposeRules(db, teamId, candidate);
  const shadow = await db.transaction().execute(async (tx) =>
    createShadow(tx, {
      teamId,
      ruleSetId: await createRuleSet(tx, { teamId, name: candidate.id }),
      vertical: 'kyc',
      pin,
      endsAt: new Date(Date.now() + 3_600_000),
      maxRuns: 10,
      startedBy: someKey,
    }),
  );
  const own = await workSealed(office, claimOf(1, '10,000', '2026-11-05'));
  const other = await workSealed(office, { ...claimOf(2, '10,000', '2026-11-05'), policy: 'HI-1010' });
  const effects = async () => ({
    payouts: await db.selectFrom('payouts').selectAll().orderBy('id').execute(),
    counters: await db.selectFrom('counters').selectAll().execute(),
    policies: await db.selectFrom('policies').selectAll().orderBy('number').execute(),
    claims: await db.selectFrom('claims').selectAll().orderBy('run_id').execute(),
  });
  const before = await effects();
  const { decideInShadow } = createShadowActivities(depsOf(office));
  for (const runId of [own.runId, own.runId, other.runId])
    await new MockActivityEnvironment().run(decideInShadow, {
      run_id: runId,
      team_id: teamId,
      vertical: 'kyc' as const,
      ledger_ref: ledgerRefOfRun(runId),
      created_at: new Date(at).toISOString(),
    });
  const stored = (await newestShadow(db, shadow.rule_set_id, 2))!;
  expect(stored.done).toBe(1);
  expect(await numbersOfShadow(db, stored)).toMatchObject({
    runs: 1,
    as_recorded: 1,
    other_amounts: 1,
    approved: { before: '950000', after: '800000' },
    differences: [{ run_id: own.runId, amount: '150000' }],
  });
  expect(await effects()).toEqual(before);
});
