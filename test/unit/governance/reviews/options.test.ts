import { expect, it } from 'vitest';
import { verticalIds } from '../../../../src/contract/common.ts';
import { askedWords, nextAsked, optionsOf, rolesOf } from '../../../../src/governance/reviews/options.ts';

it.each(verticalIds)('an escalated case of %s can be closed, sent back and referred', (vertical) => {
  const options = optionsOf('escalation', vertical, ['reviewer']);
  expect(options).toContain(vertical === 'kyc' ? 'approve' : 'resolve');
  expect(options).toEqual(expect.arrayContaining(['send_back', 'refer']));
  expect(options.includes('reject')).toBe(vertical === 'kyc');
});

it('only the committee rejects, whichever role is asked', () => {
  for (const asked of [['reviewer'], ['reviewer', 'committee'], ['committee']] as const)
    expect(rolesOf('reject', asked)).toEqual(['committee']);
});

it('a referred review belongs to the committee, which cannot refer it again', () => {
  expect(optionsOf('escalation', 'kyc', ['committee'])).toEqual(['approve', 'reject', 'send_back']);
  expect(optionsOf('payout', 'kyc', ['committee'])).toEqual(['approve', 'reject']);
  expect(rolesOf('approve', ['committee'])).toEqual(['committee']);
});

it('a switch and a witness ask roles of their own, and a missed due time asks nobody else', () => {
  expect(optionsOf('switch', null, ['safety'])).toEqual(['approve', 'deny']);
  expect(optionsOf('witness', null, ['auditor', 'admin'])).toEqual(['resolve']);
  expect(optionsOf('ledger', null, ['auditor', 'admin'])).toEqual(['resolve']);
  expect(rolesOf('approve', ['safety'])).toEqual(['safety']);
  expect(rolesOf('resolve', ['auditor', 'admin'])).toEqual(['auditor', 'admin']);
  expect(nextAsked(['safety'])).toEqual(['safety']);
  expect(askedWords(['auditor', 'admin'])).toBe('somebody with the role auditor or admin');
  expect(askedWords(['reviewer', 'committee'])).toBe('a committee');
});

it('a missed due time also asks the committee, once, and takes nothing from the reviewers', () => {
  const asked = nextAsked(['reviewer']);
  expect(asked).toEqual(['reviewer', 'committee']);
  expect(nextAsked(asked)).toBe(asked);
  expect(rolesOf('approve', asked)).toEqual(['reviewer', 'committee']);
  expect(optionsOf('escalation', 'kyc', asked)).toContain('refer');
});

it('an escalated case of a team’s own vertical can be approved, rejected and referred, and its steps denied', () => {
  expect(optionsOf('escalation', 'invoice', ['reviewer'])).toEqual(['approve', 'reject', 'refer']);
  expect(optionsOf('step', 'invoice', ['reviewer'])).toEqual(['approve', 'deny', 'refer']);
  expect(optionsOf('step', 'invoice', ['committee'])).toEqual(['approve', 'deny']);
});
