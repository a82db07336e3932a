import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { runs } from '../../helpers/runs.ts';
import { SUPPORT_DESK } from '../../helpers/team-verticals.ts';
import { REFUSED_TICKETS } from '../vertical/refused-tickets.ts';
import { openOffice } from '../vertical/walk.ts';
import { expectSame, openTeamOf } from './same-rows.ts';

const { sample } = verticals.support;

const LONG = 'x'.repeat(2_001);
const maybe = <T>(...values: readonly T[]) => fc.constantFrom<T | undefined>(undefined, ...values);
const unreadable = [['list'], { a: 1 }, true, LONG] as const;

/** Tickets of all kinds: for accounts that exist or not, well written or badly, readable or not. */
const ticket = fc.record({
  id: fc.oneof(
    fc.constantFrom<unknown>('T-1', 'T-2', 'T-😀', ' T-1 ', 7, null, ''),
    maybe<unknown>(...unreadable),
  ),
  customer: maybe<unknown>('Anil Sample', 'ANIL.sample@mail.example', 'divya.sample@mail.example', ['a']),
  pan: maybe<unknown>(
    'BNZPS4821K',
    'bnzps 4821-k',
    'CQRPT7310M',
    'BNZXS4821K',
    'DLMPV2954H',
    'no PAN',
    '',
    ...unreadable,
  ),
  email: maybe<unknown>(
    'anil.sample@mail.example',
    'Anil.Sample@mail.example',
    'other@mail.example',
    'ａnil',
    ...unreadable,
  ),
  account: maybe<unknown>(
    'AC-7001',
    'ac-7001 ',
    'AC-7002',
    'AC-7003',
    'AC-7004',
    'AC-9999',
    12,
    '//',
    ...unreadable,
  ),
  issue: maybe<unknown>(
    'Locked out, please reset my access',
    'I forgot my password 😀',
    'Somebody hacked my account, I am locked out',
    'Please close my account',
    'Refund my premium',
    'Hello\u0000',
    '  ',
    `reset ${'y'.repeat(63_000)}`,
    'z'.repeat(64_001),
    ['reset'],
  ),
  description: maybe<unknown>('unlock me', 'a complaint to the ombudsman', 5, { a: 1 }),
});

it("the document of support writes the rows of the service's own vertical, with the same outcome and effects", async () => {
  const office = await openOffice();
  const desk = await openTeamOf(office, SUPPORT_DESK);
  const { db } = office;
  const generated = fc.sample(ticket, { ...runs(180), seed: 19 });
  const likely = generated.map((given) => ({
    ...sample,
    ...Object.fromEntries(Object.entries(given).slice(0, 2)),
  }));
  const cases = [
    sample,
    ...REFUSED_TICKETS.map(([changes]) => ({ ...sample, ...changes })),
    ...generated,
    ...likely.slice(0, 20),
  ];
  const outcomes = new Set<string>();
  for (const [index, given] of cases.entries()) {
    const at = new Date(Date.UTC(2026, 10, 20) + index * 60_000).toISOString();
    const egressAllow = index % 3 === 0 ? ['api.device-reputation.example'] : [];
    const hold = async (step: number): Promise<void> => {
      // Every seventh account is put on hold after it was looked up.
      if (step === 6 && index % 7 === 0) await setAll('fraud_hold');
    };
    const setAll = async (status: 'locked' | 'fraud_hold') =>
      db.updateTable('accounts').set({ status }).where('number', '=', 'AC-7001').execute();
    await setAll('locked');
    const options = { at, egressAllow, before: hold };
    const { runId } = await office.work('support', given, options);
    await setAll('locked');
    const other = await desk.work(given, options);
    outcomes.add(await expectSame(office, desk, { runId, other, given }));
  }
  // The cases differ in kind.
  expect(outcomes.size).toBeGreaterThan(20);
}, 400_000);
