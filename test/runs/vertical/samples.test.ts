import { expect, it } from 'vitest';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { openOffice } from './walk.ts';

const good = { kyc: 'approve', it: 'resolved', support: 'resolved', voice: 'completed' } as const;

it.each(Object.values(verticals))(
  'the sample case of $id comes out well on demo records, again and again',
  async ({ id, sample, steps }) => {
    const office = await openOffice();
    for (let time = 1; time <= 8; time++) {
      const { run, facts } = await office.work(id, sample);
      expect(run, `time ${time}`).toMatchObject({ status: 'succeeded', decision: good[id], reasons: [] });
      expect(Object.keys(facts)).toHaveLength(steps.length);
    }
  },
);

it.each(Object.values(verticals))(
  'the sample case of $id comes out well in later years too',
  async ({ id, sample }) => {
    const office = await openOffice();
    const { run } = await office.work(id, sample, { at: '2031-05-01' });
    expect(run.decision).toBe(good[id]);
  },
);

it.each(Object.values(verticals))(
  'a case of $id without members is escalated with reasons',
  async ({ id }) => {
    const office = await openOffice();
    const { run, codes } = await office.work(id, {});
    expect(run).toMatchObject({ status: 'succeeded', decision: 'escalate' });
    expect(codes.length).toBeGreaterThan(0);
  },
);

it.each(Object.values(verticals))(
  'a step of $id that runs twice has its effect once',
  async ({ id, sample }) => {
    const office = await openOffice();
    const { run } = await office.work(id, sample, { twice: true });
    expect(run.decision).toBe(good[id]);
    const messages = await office.db.selectFrom('messages').select('kind').execute();
    expect(messages).toHaveLength(id === 'support' || id === 'voice' ? 1 : 0);
    const claims = await office.db.selectFrom('claims').select('submissions').execute();
    expect(claims).toEqual(id === 'kyc' ? [{ submissions: 1 }] : []);
    const tickets = await office.db.selectFrom('tickets').select('submissions').execute();
    expect(tickets).toEqual(id === 'it' || id === 'support' ? [{ submissions: 1 }] : []);
  },
);
