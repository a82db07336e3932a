import { expect, it } from 'vitest';
import type { Vertical, VerticalId } from '../../../src/governance/verticals/definition.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { putConnector } from '../../../src/store/connectors/connectors.ts';
import { openOffice } from './walk.ts';

/** Returns a vertical's decision other than escalating to a person. */
const goodOf = ({ decisions }: Vertical): string => decisions.find((decision) => decision !== 'escalate')!;

/** Number of rows that one run of the sample adds, by table. */
const effects: Readonly<Partial<Record<VerticalId, Readonly<Record<string, number>>>>> = {
  kyc: { claims: 1 },
  it: { tickets: 1 },
  support: { tickets: 1, messages: 1 },
  voice: { messages: 1 },
};

it.each(Object.values(verticals))(
  'with the demo records, the $id sample case is decided without a person every time',
  async (vertical) => {
    const { id, sample, steps } = vertical;
    const office = await openOffice();
    for (let time = 1; time <= 8; time++) {
      const { run, facts } = await office.work(id, sample);
      expect(run, `attempt ${time}`).toMatchObject({
        status: 'succeeded',
        decision: goodOf(vertical),
        reasons: [],
      });
      expect(Object.keys(facts)).toHaveLength(steps.length);
    }
  },
);

it.each(Object.values(verticals))('the $id sample case also succeeds in later years', async (vertical) => {
  const office = await openOffice();
  const { run } = await office.work(vertical.id, vertical.sample, { at: '2031-05-01' });
  expect(run.decision).toBe(goodOf(vertical));
});

it.each(Object.values(verticals))('a $id case without fields is escalated with reasons', async ({ id }) => {
  const office = await openOffice();
  const { run, codes } = await office.work(id, {});
  expect(run).toMatchObject({ status: 'succeeded', decision: 'escalate' });
  expect(codes.length).toBeGreaterThan(0);
});

it.each(Object.values(verticals))('a $id step that runs twice has its effect only once', async (vertical) => {
  const office = await openOffice();
  const { run } = await office.work(vertical.id, vertical.sample, { twice: true });
  expect(run.decision).toBe(goodOf(vertical));
  const { messages = 0, claims = 0, tickets = 0 } = effects[vertical.id] ?? {};
  expect(await office.db.selectFrom('messages').select('kind').execute()).toHaveLength(messages);
  for (const [table, count] of [
    ['claims', claims],
    ['tickets', tickets],
  ] as const) {
    const rows = await office.db.selectFrom(table).select('submissions').execute();
    expect(rows).toEqual(Array.from({ length: count }, () => ({ submissions: 1 })));
  }
});

it('a step whose row is stored asks no system again, so a retry does not fail if the system is unavailable by now', async () => {
  const { db, teamId, connectorRing, work } = await openOffice();
  const goAway = async (): Promise<void> => {
    const core = {
      teamId,
      name: 'core',
      kind: 'http',
      serves: 'policies',
      settings: {},
      secrets: {},
    } as const;
    await db.transaction().execute(async (tx) => putConnector(tx, connectorRing, core));
    await db
      .updateTable('connectors')
      .set({ failures: 5, open_until: new Date(Date.now() + 60_000) })
      .execute();
  };
  const { kyc } = verticals;
  const { run } = await work('kyc', kyc.sample, {
    twice: true,
    again: async (step) => {
      if (step === 4) await goAway();
    },
  });
  expect(run).toMatchObject({ status: 'succeeded', decision: goodOf(kyc) });
});
