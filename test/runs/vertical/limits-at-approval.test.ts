import { expect, it } from 'vitest';
import { dayInIndia, formatDay } from '../../../src/governance/dates.ts';
import { STANDARD_HEALTH } from '../../../src/governance/rule-sets/built-in/standard-health.ts';
import { actedBy } from '../../../src/ledger/actor.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { releasePayout, reportPayout } from '../../../src/runs/payouts.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';
import { insure } from '../../helpers/insure.ts';
import { activateRules } from '../../helpers/rule-sets.ts';
import { approveClaim } from './approve-claim.ts';
import { openOffice, type Office } from './walk.ts';

const NOW = new Date();

/** The standard product with a deductible by policy year; cataracts pay at most 40,000 for each eye and policy year. */
const OWN = {
  ...STANDARD_HEALTH,
  version: 2,
  basis: 'run_day' as const,
  effective_from: formatDay(dayInIndia(NOW)),
  terms: {
    ...STANDARD_HEALTH.terms!,
    deductible: { amount: 10_000_00, per: 'policy_year' as const, clause: 'Deductible' },
  },
};

const slabs = [{ since: '2020-01-01', sum_insured: '5 lakh' }];
const ACTOR = actedBy({ kind: 'key', id: 'key_core', name: 'core system' });
let office: Office;
let nth = 0;

/** Opens a team with the product, and a floater under it. */
const insured = async (policy: string, since = slabs): Promise<void> => {
  office = await openOffice();
  await activateRules(office.db, office.teamId, OWN);
  await insure(office.db, office.teamId, policy, { slabs: since, kind: 'floater' });
};

/** Files a claim for a cataract that a person decides, because of its hospital. */
const file = async (policy: string, changes: object = {}): Promise<string> => {
  nth += 1;
  const given = {
    pan: makePan(nth, 'P'),
    aadhaar: makeAadhaar(nth),
    applicant: 'T',
    id: `L-${nth}`,
    policy,
    admission: '2026-11-03',
    discharge: '2026-11-06',
    diagnosis: 'A97.0 dengue',
    hospital: 'Hilltop Nursing Home',
    eye: 'right',
    cataract: true,
    items: [{ head: 'procedure', amount: '30,000' }],
    ...changes,
  };
  return (await office.work('kyc', given, { at: NOW.toISOString() })).runId;
};

const approve = async (runId: string, amount?: bigint, who = 'person_a') =>
  approveClaim(office, runId, who, amount);

const payoutOf = async (runId: string) =>
  office.db
    .selectFrom('payouts')
    .select(['id', 'status', 'amount_paise as paise', 'moves', 'hold_reason'])
    .where('run_id', '=', runId)
    .executeTakeFirst();

/** What payouts of a policy reserve of a limit, in paise. */
const reserved = async (policy: string, benefit: string): Promise<number> => {
  const payouts = office.db.selectFrom('payouts').select('moves').where('policy', '=', policy);
  const open = await payouts.where('status', '=', 'queued').execute();
  return open
    .flatMap(({ moves }) => moves)
    .filter((move) => move.benefit === benefit)
    .reduce((sum, { paise }) => sum + paise, 0);
};

it('what other claims used since a claim was filed changes what is proposed, and somebody has to confirm it', async () => {
  await insured('P-1');
  const [first, second, third] = [await file('P-1'), await file('P-1'), await file('P-1')];
  expect(await approve(first)).toBeUndefined();
  expect(await payoutOf(first)).toMatchObject({ status: 'queued', paise: 19_000_00 });
  // 10,000 are left of the limit, and the deductible is used up.
  const refused = {
    refused: 'amount-changed',
    detail: expect.stringContaining('9500.00 instead of 19000.00'),
  };
  expect(await approve(second)).toMatchObject(refused);
  expect(await approve(second, 19_000_00n)).toMatchObject(refused);
  expect(await payoutOf(second)).toBeUndefined();
  const filed = office.db.selectFrom('claims').select('decision').where('run_id', '=', second);
  expect(await filed.execute()).toEqual([{ decision: 'escalate' }]);
  expect(await approve(second, 9_500_00n)).toBeUndefined();
  expect(await payoutOf(second)).toMatchObject({
    paise: 9_500_00,
    moves: [{ benefit: 'cataract:right', paise: 10_000_00 }],
  });
  const nothing = await approve(third, 1n);
  expect(nothing).toMatchObject({ refused: 'amount-changed', detail: expect.stringContaining('reject it') });
  expect(await reserved('P-1', 'cataract:right')).toBe(40_000_00);
  expect(await reserved('P-1', 'deductible')).toBe(10_000_00);
  // A payout that failed gives back what it used, so the next claim is proposed it again.
  const { id } = (await payoutOf(first))!;
  await office.db
    .transaction()
    .execute(async (tx) =>
      reportPayout(
        tx,
        createLedger({ pool: office.database.pool }),
        { teamId: office.teamId, payoutId: id, actor: ACTOR },
        { status: 'failed', reference: 'R-1' },
      ),
    );
  expect(await approve(third)).toBeUndefined();
  expect(await payoutOf(third)).toMatchObject({ paise: 19_000_00 });
  expect(await reserved('P-1', 'cataract:right')).toBe(40_000_00);
});

it('a deductible that another claim has borne is not deducted again', async () => {
  await insured('P-2');
  const medicines = { cataract: false, items: [{ head: 'pharmacy', amount: '20,000' }] };
  const [first, second] = [await file('P-2', medicines), await file('P-2', medicines)];
  expect(await approve(first)).toBeUndefined();
  expect(await payoutOf(first)).toMatchObject({ paise: 9_500_00 });
  expect(await approve(second)).toMatchObject({ refused: 'amount-changed' });
  expect(await approve(second, 19_000_00n)).toBeUndefined();
  expect(await payoutOf(second)).toMatchObject({ paise: 19_000_00, moves: [] });
});

it('approvals at once stay within a limit, and each is paid once', async () => {
  await insured('P-3');
  const runs = [];
  for (let each = 0; each < 5; each++) runs.push(await file('P-3'));
  const decided = await Promise.all(runs.map(async (runId) => approve(runId)));
  expect(decided.filter((refusal) => refusal === undefined)).toHaveLength(1);
  expect(decided.filter((refusal) => refusal !== undefined)).toMatchObject(
    Array.from({ length: 4 }, () => ({ refused: 'amount-changed' })),
  );
  const confirmed = await Promise.all(
    runs.map(async (runId, at) => decided[at] && approve(runId, 9_500_00n)),
  );
  expect(confirmed.filter((refusal) => refusal === undefined)).toHaveLength(2);
  expect(await reserved('P-3', 'cataract:right')).toBe(40_000_00);
  expect(await reserved('P-3', 'deductible')).toBe(10_000_00);
});

it('approving an excluded claim counts against its limits', async () => {
  await insured('P-4', [{ since: '2026-10-20', sum_insured: '5 lakh' }]);
  const [excluded, other] = [await file('P-4'), await file('P-4')];
  expect(await approve(excluded, 30_000_00n)).toBeUndefined();
  expect(await payoutOf(excluded)).toMatchObject({ moves: [{ paise: 30_000_00 }, { paise: 10_000_00 }] });
  expect(await approve(other, 30_000_00n)).toBeUndefined();
  expect(await reserved('P-4', 'cataract:right')).toBe(40_000_00);
});

it('a held payout is released only if its limits are as they were', async () => {
  await insured('P-5', [{ since: '2020-01-01', sum_insured: '60,000' }]);
  const held = await file('P-5', { items: [{ head: 'procedure', amount: '70,000' }] });
  expect(await approve(held, 65_000_00n)).toBeUndefined();
  const payout = (await payoutOf(held))!;
  expect(payout).toMatchObject({ status: 'held', hold_reason: expect.stringContaining('leave 60000.00') });
  // A held payout reserves nothing, so the other claim is proposed all of the limit.
  expect(await approve(await file('P-5'))).toBeUndefined();
  await office.db
    .updateTable('policies')
    .set({ sum_insured_paise: 500_000_00 })
    .where('number', '=', 'P-5')
    .execute();
  const released = await office.db.transaction().execute(async (tx) =>
    releasePayout(tx, createLedger({ pool: office.database.pool }), {
      teamId: office.teamId,
      payoutId: payout.id,
      actor: ACTOR,
    }),
  );
  expect(released).toEqual({ kind: 'held', reason: expect.stringContaining('limits of the policy') });
  expect(await reserved('P-5', 'cataract:right')).toBeLessThanOrEqual(40_000_00);
});

it('of two people, the first is told at once, and the second does not approve what the first did not see', async () => {
  await insured('P-6');
  const byTwo = async (changes: object = {}) => {
    const runId = await file('P-6', changes);
    await office.db.updateTable('reviews').set({ four_eyes: true }).where('run_id', '=', runId).execute();
    return runId;
  };
  const [late, quick] = [await byTwo(), await file('P-6')];
  expect(await approve(quick)).toBeUndefined();
  expect(await approve(late)).toMatchObject({ refused: 'amount-changed' });
  expect(await approve(late, 1_000_00n)).toBeUndefined();
  expect(await approve(late, 1_000_00n, 'person_b')).toBeUndefined();
  expect(await payoutOf(late)).toMatchObject({ paise: 1_000_00, moves: [{ paise: 10_000_00 }] });
  const left = { eye: 'left' };
  const [between, other] = [await byTwo(left), await file('P-6', left)];
  expect(await approve(between)).toBeUndefined();
  expect(await approve(other)).toBeUndefined();
  expect(await approve(between, undefined, 'person_b')).toMatchObject({
    refused: 'amount-changed',
    detail: expect.stringContaining('refer the claim'),
  });
});

it('a claim that an earlier release filed is paid as filed, unless its limits were used since', async () => {
  await insured('P-7');
  const [first, second] = [await file('P-7'), await file('P-7')];
  await office.db.updateTable('claims').set({ limited: null }).where('policy', '=', 'P-7').execute();
  expect(await approve(first)).toBeUndefined();
  expect(await payoutOf(first)).toMatchObject({ paise: 19_000_00 });
  expect(await approve(second)).toMatchObject({
    refused: 'amount-changed',
    detail: expect.stringContaining('Submit the case again'),
  });
});
