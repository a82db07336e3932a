import { describe, expect, it } from 'vitest';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { REFUSED_TICKETS } from './refused-tickets.ts';
import { openOffice, type Office } from './walk.ts';

const ticket = verticals.support.sample;

const codesOf = async (office: Office, changes: object): Promise<readonly string[]> =>
  (await office.work('support', { ...ticket, ...changes })).codes;

describe('An access reset', () => {
  it('access is restored when the PAN, the account and, if given, the email match', async () => {
    const office = await openOffice();
    const before = await office.db
      .selectFrom('accounts')
      .select('status')
      .where('number', '=', 'AC-7001')
      .execute();
    expect(before).toEqual([{ status: 'locked' }]);
    expect(await codesOf(office, { email: undefined, pan: 'bnzps 4821k', account: 'ac-7001' })).toEqual([]);
    const after = await office.db
      .selectFrom('accounts')
      .select(['status', 'failed_logins'])
      .where('number', '=', 'AC-7001')
      .execute();
    expect(after).toEqual([{ status: 'active', failed_logins: 0 }]);
    expect(await codesOf(office, { email: undefined, customer: 'Anil.Sample@mail.example' })).toEqual([]);
    const alert = { kind: 'device_alert', to_masked: 'a**********@mail.example' };
    const alerts = await office.db.selectFrom('messages').select(['kind', 'to_masked']).execute();
    expect(alerts).toEqual([alert, alert]);
  });

  it('access is refused when the identifiers, account or request give a reason to refuse', async () => {
    const office = await openOffice();
    for (const [changes, codes] of REFUSED_TICKETS)
      expect(await codesOf(office, changes), JSON.stringify(changes)).toEqual(codes);
    expect(await office.db.selectFrom('messages').select('kind').execute()).toEqual([]);
    const locked = await office.db
      .selectFrom('accounts')
      .select('status')
      .where('number', '=', 'AC-7001')
      .execute();
    expect(locked).toEqual([{ status: 'locked' }]);
  });
});

it('a sixth reset in a month is allowed and a seventh is not', async () => {
  const office = await openOffice();
  for (let nth = 1; nth <= 6; nth++) expect(await codesOf(office, { id: `T-${nth}` })).toEqual([]);
  expect(await codesOf(office, { id: 'T-7' })).toEqual(['SUP-RESETS']);
  expect(await codesOf(office, { id: 'T-6' })).toEqual([]);
});

it('tickets whose numbers look alike are counted as two', async () => {
  const office = await openOffice();
  for (const id of ['T-😀', 'T-😁', 'T-A', 'T-%41']) expect(await codesOf(office, { id })).toEqual([]);
  const tickets = await office.db.selectFrom('tickets').select(['ticket_id', 'submissions']).execute();
  expect(tickets.map(({ ticket_id }) => ticket_id).toSorted()).toEqual(
    ['T-😀', 'T-😁', 'T-A', 'T-%41'].toSorted(),
  );
});

it('an account that is put on hold after the lookup is not reset', async () => {
  const office = await openOffice();
  const { run, codes } = await office.work('support', ticket, {
    before: async (step) => {
      if (step === 6) await office.db.updateTable('accounts').set({ status: 'fraud_hold' }).execute();
    },
  });
  expect(run.decision).toBe('escalate');
  expect(codes).toEqual(['SUP-CHANGED']);
});
