import { describe, expect, it } from 'vitest';
import { actedBy } from '../../../src/ledger/actor.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { releasePayout, reportPayout } from '../../../src/runs/payouts.ts';
import { makeAadhaar, makePan } from '../../helpers/identifiers.ts';
import { openOffice, type Office } from './walk.ts';

const today = { at: '2026-11-27' };
const actor = actedBy({ kind: 'key', id: 'key_core', name: 'core system' });

/** A claim for 20,000 rupees of a patient of its own. */
const claimOf = (nth: number) => ({
  id: `P-${nth}`,
  pan: makePan(nth, 'P'),
  aadhaar: makeAadhaar(nth),
  policy: 'HI-1001',
  amount: '20000',
  admission: '2026-11-04',
  diagnosis: `illness ${nth}`,
});

const payoutsOf = async ({ db }: Office) =>
  db
    .selectFrom('payouts')
    .select(['id', 'status', 'attempt', 'reference', 'hold_reason'])
    .orderBy('id')
    .execute();

const idsOf = async (office: Office, status: string) =>
  (await payoutsOf(office)).filter((payout) => payout.status === status).map(({ id }) => id);

const usedOf = async ({ db }: Office): Promise<number> => {
  const policy = db.selectFrom('policies').select('used_paise').where('number', '=', 'HI-1001');
  return (await policy.executeTakeFirstOrThrow()).used_paise;
};

const deskOf = ({ database, db, teamId }: Office) => {
  const ledger = createLedger({ pool: database.pool });
  const ref = (payoutId: string) => ({ teamId, payoutId, actor });
  return {
    report: async (payoutId: string, status: 'paid' | 'failed', reference: string) =>
      db.transaction().execute(async (tx) => reportPayout(tx, ledger, ref(payoutId), { status, reference })),
    release: async (payoutId: string) =>
      db.transaction().execute(async (tx) => releasePayout(tx, ledger, ref(payoutId))),
    rows: async (payoutId: string) => (await ledger.read(teamId, payoutId)).map(({ action }) => action),
  };
};

const CLAIMS = 100;
/** Number of claims at a time; the pool of the test has twenty connections. */
const LANES = 16;
/** Number of claims for which the sum insured of 5,00,000 rupees suffices. */
const COVERED = 25;
const PAISE = 2_000_000;

describe('A policy’s sum insured', () => {
  it('a hundred claims, sixteen at a time, reserve no more than the sum insured, and reports move it once', async () => {
    const office = await openOffice();
    const desk = deskOf(office);
    const claims = Array.from({ length: CLAIMS }, (_, nth) => claimOf(nth + 1));
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let nth = lane; nth < CLAIMS; nth += LANES) {
        const { run } = await office.work('kyc', claims[nth]!, today);
        expect(run.decision).toBe('approve');
      }
    });
    await Promise.all(lanes);
    const queued = await idsOf(office, 'queued');
    expect(queued.length).toBe(COVERED);
    const held = await idsOf(office, 'held');
    expect(held.length).toBe(CLAIMS - COVERED);
    expect(await usedOf(office)).toBe(0);

    const [paid, failed] = [queued.slice(0, 10), queued.slice(10, 15)];
    const reports = [...paid, ...paid].map((id) => desk.report(id, 'paid', `UTR-${id}`));
    reports.push(...[...failed, ...failed].map((id) => desk.report(id, 'failed', `REJ-${id}`)));
    const outcomes = await Promise.all(reports);
    expect(outcomes.filter((outcome) => outcome === 'recorded').length).toBe(15);
    expect(outcomes.filter((outcome) => outcome === 'known').length).toBe(15);
    expect(await usedOf(office)).toBe(10 * PAISE);

    const released = await Promise.all(held.slice(0, 8).map((id) => desk.release(id)));
    expect(released.filter(({ kind }) => kind === 'queued').length).toBe(5);
    expect(released.filter(({ kind }) => kind === 'held').length).toBe(3);

    const rest = await idsOf(office, 'queued');
    expect(rest.length).toBe(15);
    await Promise.all(rest.map((id) => desk.report(id, 'paid', `UTR-${id}`)));
    expect(await usedOf(office)).toBe(COVERED * PAISE);
    expect(await desk.rows(paid[0]!)).toEqual(['payout.paid']);
    expect(await desk.rows(failed[0]!)).toEqual(['payout.failed']);
    const { rows } = await office.database.pool.query<{ ok: boolean }>(
      'select ok from verify_agent_ledger($1)',
      [office.teamId],
    );
    expect(rows).toEqual([{ ok: true }]);
  });
});

describe('A payout', () => {
  it('a paid claim that is resubmitted is recognised, and is neither paid again nor withdrawn', async () => {
    const office = await openOffice();
    const desk = deskOf(office);
    await office.work('kyc', claimOf(1), today);
    const [id] = await idsOf(office, 'queued');
    expect(await desk.report(id!, 'paid', 'UTR-1')).toBe('recorded');
    const again = await office.work('kyc', claimOf(1), today);
    expect(again.facts[8]).toMatchObject({
      decision: 'approve',
      submissions: 2,
      payout: 'paid',
      amount: null,
    });
    const escalated = await office.work('kyc', { ...claimOf(1), pan: 'not a PAN' }, today);
    expect(escalated.facts[8]).toMatchObject({ decision: 'escalate', payout: 'paid' });
    expect(await payoutsOf(office)).toMatchObject([{ id, status: 'paid', reference: 'UTR-1' }]);
    expect(await usedOf(office)).toBe(PAISE);
    expect(await desk.report(id!, 'paid', 'UTR-2')).toBe('contradicted');
    expect(await desk.report(id!, 'failed', 'UTR-1')).toBe('contradicted');
    expect(await desk.report('pay_none', 'paid', 'UTR-1')).toBe('not-found');
  });

  it('a failed payout is queued again with its claim, and a late report of the first attempt changes nothing', async () => {
    const office = await openOffice();
    const desk = deskOf(office);
    await office.work('kyc', claimOf(1), today);
    const [id] = await idsOf(office, 'queued');
    expect(await desk.report(id!, 'failed', 'REJ-1')).toBe('recorded');
    expect(await desk.report(id!, 'paid', 'UTR-1')).toBe('contradicted');
    expect((await office.work('kyc', claimOf(1), today)).facts[8]).toMatchObject({ payout: 'queued' });
    expect(await desk.report(id!, 'failed', 'REJ-1')).toBe('known');
    expect(await payoutsOf(office)).toMatchObject([{ id, status: 'queued', attempt: 2, reference: null }]);
    expect(await desk.report(id!, 'failed', 'REJ-2')).toBe('recorded');
    await office.work('kyc', claimOf(1), today);
    expect(await desk.report(id!, 'paid', 'UTR-3')).toBe('recorded');
    expect(await desk.rows(id!)).toEqual(['payout.failed', 'payout.failed', 'payout.paid']);
    expect(await usedOf(office)).toBe(PAISE);
  });

  it('a withdrawn payout may turn out to be paid, but a held one waits for its release', async () => {
    const office = await openOffice();
    const desk = deskOf(office);
    await office.work('kyc', claimOf(1), today);
    await office.work('kyc', { ...claimOf(1), pan: 'not a PAN' }, today);
    const [id] = await idsOf(office, 'withdrawn');
    expect(await desk.report(id!, 'failed', 'REJ-1')).toBe('contradicted');
    expect(await desk.report(id!, 'paid', 'UTR-1')).toBe('recorded');
    expect(await usedOf(office)).toBe(PAISE);

    expect(await desk.release(id!)).toEqual({ kind: 'not-held' });
    await office.db
      .updateTable('payouts')
      .set({ status: 'held', hold_reason: 'to be checked' })
      .where('id', '=', id!)
      .execute();
    expect(await desk.report(id!, 'paid', 'UTR-2')).toBe('contradicted');
    expect(await desk.release('pay_none')).toEqual({ kind: 'not-found' });
    expect(await desk.release(id!)).toEqual({ kind: 'queued' });
    expect(await desk.rows(id!)).toEqual(['payout.paid', 'payout.released']);
  });
});
