import { describe, expect, it } from 'vitest';
import { decideEgress } from '../../../../src/governance/egress.ts';
import { verticals } from '../../../../src/governance/verticals/index.ts';
import { verticalWork } from '../../../../src/activities/verticals/index.ts';

/** Actions and governance as printed in the specification's tables. */
const tables = {
  kyc: [
    'fs.read | none',
    'pii.scan | masked in every log and in the ledger',
    'kyc.verify | PII-tagged',
    'db.query | none',
    'risk.score | sandbox.run audited',
    'egress.block | blocked',
    'agent.decision | recorded',
    'db.write | none',
  ],
  it: [
    'ticket.triage | none',
    'sandbox.open | sandbox.open audited',
    'sandbox.run | audited',
    'agent.finding | none',
    'egress.block | blocked',
    'sandbox.run | audited',
    'sandbox.run | audited',
    'db.write | none',
  ],
  support: [
    'ticket.read | none',
    'kyc.verify | PII masked',
    'db.query | none',
    'agent.finding | none',
    'egress.block | blocked',
    'db.write | none',
    'db.write | none',
  ],
  voice: [
    'call.start | none',
    'kyc.verify | phone masked',
    'db.query | none',
    'db.write | none',
    'egress.block | blocked',
    'agent.decision | none',
  ],
} as const;

describe('The verticals of the specification', () => {
  it.each(Object.entries(tables))('%s has the steps of its table in order', (id, table) => {
    const { steps } = verticals[id as keyof typeof tables];
    expect(steps.map(({ action, governance }) => `${action} | ${governance}`)).toEqual(table);
  });
});

describe.each(Object.values(verticals))('The $id vertical', (vertical) => {
  it('the vertical numbers its steps from 1', () => {
    expect(vertical.steps.map(({ n }) => n)).toEqual(vertical.steps.map((_, index) => index + 1));
  });

  it('the vertical has one function for each step', () => {
    expect(Object.keys(verticalWork[vertical.id].steps)).toEqual(vertical.steps.map(({ n }) => String(n)));
  });

  it('the vertical has a sample made of its documented fields and their sample values', () => {
    const shown = vertical.members.flatMap(({ name, sample }) =>
      sample === undefined ? [] : [[name, sample]],
    );
    expect(Object.entries(vertical.sample).filter(([name]) => name !== 'readback')).toEqual(shown);
  });

  it('the vertical attempts a third-party call that no allow list permits by default', () => {
    expect(decideEgress(vertical.egress.url, { allow: [] })).toMatchObject({
      allowed: false,
      rule: 'default-deny',
    });
  });

  it('only the voice vertical is a preview', () => {
    expect(vertical.preview).toBe(vertical.id === 'voice');
  });
});
