import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RunAdjudication } from '../../../src/contract/adjudication.ts';
import { dayInIndia, formatDay } from '../../../src/governance/dates.ts';
import type { Case } from '../../../src/governance/members.ts';
import { STANDARD_HEALTH } from '../../../src/governance/rule-sets/built-in/standard-health.ts';
import { ruleSetHash } from '../../../src/governance/rule-sets/canonical.ts';
import { actedBy } from '../../../src/ledger/actor.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { reportPayout } from '../../../src/runs/payouts.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';
import { activateRules } from '../../helpers/rule-sets.ts';
import { insure as insureIn } from '../../helpers/insure.ts';
import { digestOf } from '../../../src/store/records/digest.ts';
import { approveClaim } from './approve-claim.ts';
import { DIGEST_RING, openOffice, type Office } from './walk.ts';

interface Worked {
  readonly title: string;
  readonly case: Case;
  readonly terms?: object;
  readonly expect: {
    readonly outcome: string;
    readonly total?: { readonly submitted: string; readonly benefit: string };
    readonly patient_pays: string;
  };
}

const worked = readFileSync('test/corpora/adjudication.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Worked)
  .filter(({ terms, expect: right }) => terms === undefined && right.total !== undefined);

const today = { at: '2026-11-27' };

const personOf = (nth: number) => ({ pan: makePan(nth, 'P'), aadhaar: makeAadhaar(nth), applicant: 'T' });

const insure = async ({ db, teamId }: Office, number: string, cover: Parameters<typeof insureIn>[3]) =>
  insureIn(db, teamId, number, cover);

const adjudicationOf = async ({ db }: Office, runId: string): Promise<RunAdjudication> => {
  const run = db.selectFrom('runs').select('adjudication').where('id', '=', runId);
  return (await run.executeTakeFirstOrThrow()).adjudication!;
};

const paise = (rupees: string): bigint => BigInt(rupees.replace('.', ''));

const stay = { admission: '2026-11-03', discharge: '2026-11-06', diagnosis: 'A97.0 dengue' };
const slabs = [{ since: '2020-01-01', sum_insured: '5 lakh' }];

it('a run shows each worked claim to the paisa, pays the approved amount, and its sum closes', async () => {
  const office = await openOffice();
  for (const [nth, each] of worked.entries()) {
    const { cover, ...given } = each.case;
    const policy = `AS-${nth}`;
    await insure(office, policy, cover as Readonly<Record<string, unknown>>);
    const { run, runId, facts } = await office.work(
      'kyc',
      { ...given, ...personOf(nth + 1), id: policy, policy, diagnosis: 'A97.0 dengue' },
      { ...today, twice: nth === 0 },
    );
    const { amount, adjustments, outcome } = await adjudicationOf(office, runId);
    const { patient_pays } = each.expect;
    const total = each.expect.total!;
    expect({ title: each.title, outcome, amount }).toEqual({
      title: each.title,
      outcome: each.expect.outcome,
      amount: { claimed: total.submitted, approved: total.benefit, patient_pays },
    });
    const cut = adjustments.reduce((sum, { amount: part }) => sum + paise(part), 0n);
    expect(cut + paise(total.benefit)).toBe(paise(total.submitted));
    const refers = each.expect.outcome === 'refer';
    expect(run.decision).toBe(refers ? 'escalate' : 'approve');
    expect(facts[8]).toMatchObject({
      payout: refers ? 'none' : 'queued',
      amount: refers ? null : total.benefit,
      adjudication: { amount: { approved: total.benefit }, rule_set: { id: 'standard-health', version: 1 } },
    });
  }
});

/** A claim of a family's member: a cataract of the right eye, or a bill for medicines. */
const eyeOf = (nth: number) => ({
  ...stay,
  ...personOf(nth),
  id: `F-${nth}`,
  policy: 'FAM-1',
  eye: 'right',
  cataract: true,
  items: [{ head: 'procedure', amount: '1,00,000' }],
});
const medicinesOf = (nth: number) => ({
  ...stay,
  ...personOf(nth),
  id: `F-${nth}`,
  policy: 'FAM-1',
  items: [{ head: 'pharmacy', amount: '1,50,000' }],
});

const pharmacyOf = (nth: number) => ({
  ...stay,
  ...personOf(nth),
  id: `OWN-${nth}`,
  policy: 'OWN-1',
  items: [{ head: 'pharmacy', amount: '10,000' }],
});

it('a claim is adjudicated under the terms that its team put in force, and keeps them when it is filed', async () => {
  const office = await openOffice();
  await insure(office, 'OWN-1', { slabs });
  const now = new Date();
  const own = {
    ...STANDARD_HEALTH,
    version: 2,
    basis: 'run_day' as const,
    effective_from: formatDay(dayInIndia(now)),
    terms: { ...STANDARD_HEALTH.terms!, copay: [{ percent: 20, clause: 'Our co-payment' }] },
  };
  const before = await office.work('kyc', pharmacyOf(1), { at: now.toISOString() });
  expect((await adjudicationOf(office, before.runId)).amount?.approved).toBe('9500.00');
  await activateRules(office.db, office.teamId, own);
  const { run, runId, facts } = await office.work('kyc', pharmacyOf(2), { at: now.toISOString() });
  const { rule_set, amount, adjustments } = await adjudicationOf(office, runId);
  expect(run.decision).toBe('approve');
  expect(rule_set).toEqual({ id: own.id, version: 2, sha256: ruleSetHash(own), owner: 'team' });
  expect(amount?.approved).toBe('8000.00');
  expect(adjustments).toMatchObject([{ amount: '2000.00', clause: 'Our co-payment' }]);
  expect(facts[8]).toMatchObject({ payout: 'queued', amount: '8000.00', adjudication: { rule_set } });
});

it('claims of a floater at once stay within it, and its balance and counters move once with their payouts', async () => {
  const office = await openOffice();
  const { db, database, teamId } = office;
  await insure(office, 'FAM-1', { slabs, bonus: '50000', kind: 'floater' });
  // Two right eyes of people who are not on file as members share one limit of 40,000.
  const eyes = await Promise.all([1, 2].map(async (nth) => office.work('kyc', eyeOf(nth), today)));
  expect(new Set(eyes.map(({ run }) => run.decision))).toEqual(new Set(['approve', 'escalate']));
  await Promise.all([3, 4, 5, 6, 7, 8].map(async (nth) => office.work('kyc', medicinesOf(nth), today)));
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'status', 'amount_paise'])
    .where('policy', '=', 'FAM-1')
    .execute();
  expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(['queued']));
  const sum = payouts.reduce((total, payout) => total + payout.amount_paise, 0);
  // The co-payment of 5 % comes after the balance, so the remainder may be slightly more than zero.
  expect(sum).toBeLessThanOrEqual(550_000_00);
  expect(sum).toBeGreaterThan(500_000_00);

  const ledger = createLedger({ pool: database.pool });
  const actor = actedBy({ kind: 'key', id: 'key_core', name: 'core system' });
  for (const { id } of payouts)
    await db
      .transaction()
      .execute(async (tx) =>
        reportPayout(tx, ledger, { teamId, payoutId: id, actor }, { status: 'paid', reference: id }),
      );
  const { used_paise: used } = await db
    .selectFrom('policies')
    .select('used_paise')
    .where('number', '=', 'FAM-1')
    .executeTakeFirstOrThrow();
  expect(used).toBe(sum);
  const paid = eyes.findIndex(({ run }) => run.decision === 'approve');
  const again = await office.work('kyc', eyeOf(paid + 1), today);
  expect(again.facts[8]).toMatchObject({
    decision: 'approve',
    payout: 'paid',
    adjudication: { outcome: 'approve_part', deducted: { 'SUBL-CATARACT': '60000.00' } },
  });
  const counters = db.selectFrom('counters').select(['key', 'used_paise']);
  expect(await counters.execute()).toEqual([
    { key: 'FAM-1~2026-01-01~cataract:right', used_paise: 40_000_00 },
  ]);
});

const bill = { items: [{ head: 'pharmacy', amount: '20,000' }] };

it('a person approves the amount that the terms propose, or a smaller one that both of two people state', async () => {
  const office = await openOffice();
  const { db } = office;
  await insure(office, 'AS-1', { slabs });
  const decide = async (runId: string, who: string, amount?: bigint) =>
    approveClaim(office, runId, who, amount);
  const refer = async (nth: number, changes: object = {}) => {
    const given = {
      ...stay,
      ...personOf(nth),
      id: `V-${nth}`,
      policy: 'AS-1',
      ...bill,
      hospital: 'Hilltop Nursing Home',
    };
    const { run, runId } = await office.work('kyc', { ...given, ...changes }, today);
    expect(run.decision).toBe('escalate');
    return runId;
  };
  const paid = async (runId: string) =>
    db
      .selectFrom('payouts')
      .select(['status', 'amount_paise', 'moves'])
      .where('run_id', '=', runId)
      .execute();

  const proposed = await refer(1, { cataract: 'yes', eye: 'left' });
  expect(await adjudicationOf(office, proposed)).toMatchObject({
    outcome: 'refer',
    amount: { claimed: '20000.00', approved: '19000.00' },
  });
  expect(await decide(proposed, 'person_a')).toBeUndefined();
  expect(await paid(proposed)).toEqual([
    {
      status: 'queued',
      amount_paise: 19_000_00,
      moves: [{ year: '2026-01-01', benefit: 'cataract:left', member: '', paise: 20_000_00 }],
    },
  ]);

  const given = await refer(2);
  expect(await decide(given, 'person_a', 20_000_01n)).toMatchObject({ refused: 'review-impossible' });
  expect(await decide(given, 'person_a', 12_345_67n)).toBeUndefined();
  expect(await paid(given)).toMatchObject([{ amount_paise: 12_345_67 }]);

  const large = await refer(3, { items: [{ head: 'pharmacy', amount: '5,10,000' }] });
  expect(await decide(large, 'person_a', 1_000_00n)).toBeUndefined();
  expect(await paid(large)).toEqual([]);
  expect(await decide(large, 'person_b')).toMatchObject({ refused: 'review-impossible' });
  expect(await decide(large, 'person_b', 1_000_00n)).toBeUndefined();
  expect(await paid(large)).toMatchObject([{ amount_paise: 1_000_00 }]);
});

interface Fault {
  readonly kind: string;
  readonly case: Case & { readonly id: string };
  /** Codes of the findings; null if the case only tests that there is no duplicate. */
  readonly codes: readonly string[] | null;
}

const faults = readFileSync('test/corpora/claim-faults.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Fault);

it('duplicate stays, days ahead, companies, exclusions and relatives are each decided as they should be', async () => {
  const office = await openOffice();
  for (const [kind, cases] of Map.groupBy(faults, (fault) => fault.kind)) {
    // Claims of different kinds would duplicate each other, so the records forget the patients of the earlier ones.
    await office.database.pool.query(
      'UPDATE claims SET pan_key = NULL, aadhaar_key = NULL, stay_by_pan = NULL, stay_by_aadhaar = NULL, event_key = claim_key',
    );
    for (const { case: given, codes } of cases) {
      const decided = await office.work('kyc', given, today);
      if (codes === null) expect(decided.codes).not.toContain('DUPL-001');
      else expect({ kind, id: given.id, codes: decided.codes }).toEqual({ kind, id: given.id, codes });
    }
  }
});

it('two claims for overlapping stays are never both approved, even if the one reported first is submitted again', async () => {
  const office = await openOffice();
  const { database } = office;
  const decide = async (id: string, changes: object) =>
    (await office.work('kyc', { ...personOf(1), policy: 'HI-1010', id, amount: '1000', ...changes }, today))
      .codes;
  const first = { admission: '2026-11-03', diagnosis: 'dengue' };
  expect(await decide('A', { ...first, network: false })).toEqual(['ELIG-007']);
  // The first claim states no discharge and is not approved, so its stay is free.
  expect(await decide('B', { admission: '2026-11-02', discharge: '2026-11-05', diagnosis: 'fall' })).toEqual(
    [],
  );
  expect(await decide('A', first)).toEqual(['DUPL-001']);
  const copied = 'team_id, claim_id, run_id, accident, event_key, decision, reasons, risk_score, stay_by_pan';
  const copy = `INSERT INTO claims (claim_key, ${copied}) SELECT '\\x05', ${copied} FROM claims WHERE decision = 'approve'`;
  await expect(database.pool.query(copy)).rejects.toMatchObject({ code: '23P01' });
});

it('a member waits from the day of joining, and neither rows nor findings repeat a case or a member’s record', async () => {
  const office = await openOffice();
  const { db, teamId } = office;
  await insure(office, 'FAM-2', { slabs, kind: 'floater' });
  const patient = personOf(1);
  const digest = await digestOf(db, DIGEST_RING, teamId);
  const member = {
    team_id: teamId,
    policy: 'FAM-2',
    pan_key: digest.of('pan', patient.pan).bytes,
    pan_masked: 'x',
    aadhaar_key: null,
    aadhaar_masked: null,
    digest_key: digest.keyId,
    birth: null,
  };
  await db
    .insertInto('members')
    .values({ ...member, number: 'M-1', joined: '2025-01-01', pre_existing: ['A97'] })
    .execute();
  const given = { ...stay, ...patient, ...bill, id: 'M', policy: 'FAM-2', phone: '9833471626' };
  const waits = await office.work('kyc', { ...given, pre_existing: 'no' }, today);
  expect(waits.codes).toEqual(['AUTH-011']);
  expect(waits.facts[4]).toMatchObject({ cover: { member: 'M-1', joined: '2025-01-01', had_before: true } });
  expect(JSON.stringify(waits.facts)).not.toContain('A97');
  const healed = await office.work(
    'kyc',
    { ...given, id: 'N', diagnosis: 'fall', admission: '2026-11-10', discharge: '2026-11-12' },
    today,
  );
  expect(healed.codes).toEqual([]);
  expect(healed.facts[7]).toMatchObject({
    decision: 'approve',
    outcome: 'approve_part',
    amount: { claimed: '20000.00', approved: '19000.00', patient_pays: '1000.00' },
  });
  expect((healed.facts[7] as { passed: readonly object[] }).passed).toContainEqual({
    stage: 'DUPL-001',
    detail: 'no other claim has the same event or an overlapping stay of the patient',
  });
  const stranger = await office.work('kyc', { ...given, ...personOf(2), id: 'O' }, today);
  expect(stranger.codes).toEqual(['ELIG-001']);
  const odd = await office.work(
    'kyc',
    {
      ...given,
      id: 'P',
      eye: `${patient.aadhaar} ${patient.pan}`,
      cataract: true,
      amount: '1e30',
      items: [
        { head: `Phone 9833471626 of ${patient.pan}`, amount: '-5' },
        { head: 'pharmacy', amount: String(2n ** 63n) },
      ],
    },
    today,
  );
  expect(odd.run.decision).toBe('escalate');
  expect(odd.codes).toContain('BILL-LINE');
  for (const secret of [patient.pan, patient.aadhaar, '9833471626'])
    expect(JSON.stringify([odd.facts, odd.run])).not.toContain(secret);
});

it('consecutive stays in one hospital, and equal amounts a day apart, go to a person', async () => {
  const office = await openOffice();
  await insure(office, 'AS-1', { slabs });
  const at = { ...personOf(1), ...bill, policy: 'AS-1', hospital: 'Lakeside Hospital' };
  const decide = async (id: string, changes: object) =>
    (await office.work('kyc', { ...at, id, ...changes }, today)).codes;
  const first = { admission: '2026-11-01', discharge: '2026-11-04', diagnosis: 'fall' };
  expect(await decide('A', first)).toEqual([]);
  const next = { admission: '2026-11-05', discharge: '2026-11-07', diagnosis: 'fracture' };
  expect(await decide('B', next)).toEqual(['DUPL-SPLIT']);
  const day = { admission: '2026-11-12', discharge: '2026-11-12', diagnosis: 'dialysis', day_care: 'yes' };
  expect(await decide('D', { ...day, hospital: 'Green Valley Clinic' })).toEqual([]);
  const again = { ...day, admission: '2026-11-13', discharge: '2026-11-13' };
  expect(await decide('E', again)).toEqual(['DUPL-SAME']);
  const other = { ...day, admission: '2026-11-11', discharge: '2026-11-11' };
  expect(await decide('F', { ...other, items: [{ head: 'pharmacy', amount: '25,000' }] })).toEqual([]);
  expect(await decide('A', first)).toEqual([]);
});

it('a line that was paid before, the same illness within 45 days and a code that does not fit go to a person', async () => {
  const office = await openOffice();
  await insure(office, 'AS-1', { slabs });
  const decide = async (id: string, changes: object) =>
    (await office.work('kyc', { ...personOf(1), policy: 'AS-1', id, ...changes }, today)).codes;
  const first = {
    admission: '2026-08-01',
    discharge: '2026-08-04',
    diagnosis: 'A97.0 dengue',
    items: [
      { head: 'pharmacy', amount: '4,000', date: '2026-08-10' },
      { head: 'room', amount: '9,000', days: 3 },
    ],
  };
  expect(await decide('A', first)).toEqual([]);
  // Submitted again, it is the same claim.
  expect(await decide('A', first)).toEqual([]);
  const items = [
    { head: 'Pharmacy', amount: '4000.00', date: '10/08/2026' },
    { head: 'room', amount: '6,000', days: 2 },
  ];
  const ahead = { admission: '2026-08-20', discharge: '2026-08-22', diagnosis: 'S72 fracture' };
  expect(await decide('B', { ...ahead, items })).toEqual(['DUPL-LINE']);
  const other = [{ head: 'pharmacy', amount: '7,000' }];
  const relapse = { admission: '2026-09-18', discharge: '2026-09-20', diagnosis: 'dengue fever (A97)' };
  expect(await decide('C', { ...relapse, items: other })).toEqual(['DUPL-RELAPSE']);
  const later = { ...relapse, admission: '2026-09-25', discharge: '2026-09-27' };
  expect(await decide('D', { ...later, items: other })).toEqual([]);
  const unfit = {
    admission: '2026-10-10',
    discharge: '2026-10-12',
    diagnosis: 'C61',
    sex: 'F',
    items: other,
  };
  expect(await decide('E', unfit)).toEqual(['CODE-ICD']);
});

it('a demo policy has a product, so the first bill that a new user sees is adjudicated line by line', async () => {
  const office = await openOffice();
  const { run, runId } = await office.work(
    'kyc',
    {
      ...stay,
      ...personOf(1),
      id: 'DEMO',
      policy: 'HI-1020',
      items: [{ head: 'room', amount: '30,000', days: 3 }],
    },
    today,
  );
  expect(run.decision).toBe('approve');
  expect(await adjudicationOf(office, runId)).toMatchObject({
    rule_set: { id: 'standard-health' },
    outcome: 'approve_part',
    amount: { claimed: '30000.00', approved: '14250.00' },
  });
});
