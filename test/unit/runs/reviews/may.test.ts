import { expect, it } from 'vitest';
import type { Role } from '../../../../src/contract/roles.ts';
import type { ReviewOption } from '../../../../src/contract/review.ts';
import {
  isFirstOfTwo,
  refuseClaim,
  refuseDecision,
  type Reviewer,
} from '../../../../src/runs/reviews/may.ts';
import type { ReviewRecord } from '../../../../src/store/reviews/reviews.ts';

const AT = new Date('2026-11-29T06:00:00.000Z');

const reviewOf = (changes: Partial<ReviewRecord> = {}): ReviewRecord => ({
  id: 'rev_1',
  team_id: 'team_1',
  kind: 'escalation',
  state: 'open',
  vertical: 'kyc',
  run_id: 'run_1',
  ledger_ref: 'wf-1',
  subject: { kind: 'claim', id: 'clm_1', case_id: null },
  reasons: [],
  risk: null,
  evidence_sha256: '',
  options: ['approve', 'reject', 'send_back', 'refer'],
  asked: ['reviewer'],
  four_eyes: false,
  submitted_by: null,
  submitter: 'person_submitter',
  remind_at: AT,
  due_at: AT,
  expires_at: AT,
  on_expiry: 'refer',
  reminded_at: null,
  breached_at: null,
  claimed_by: null,
  claimed_by_id: null,
  claimant: null,
  claimed_until: null,
  closed_at: null,
  created_at: AT,
  clock_started_at: null,
  clock_stopped_at: null,
  is_claimed: false,
  is_overdue: false,
  decisions: [],
  ...changes,
});

const person = (subject: string, ...roles: readonly Role[]): Reviewer => ({
  actor: { kind: 'person', id: subject, name: 'A. S.' },
  subject,
  roles: new Set(roles),
});

const decidedBy = (decider: string, option: ReviewOption, final: boolean) => ({
  by: { kind: 'person', id: decider, name: 'B. T.' } as const,
  decider,
  option,
  reason: null,
  note: null,
  documents: [],
  final,
  at: AT.toISOString(),
});

const asha = person('person_asha', 'reviewer');
const claimed = {
  is_claimed: true,
  claimed_by: { kind: 'person', id: 'person_bala', name: 'B. T.' } as const,
  claimant: 'person_bala',
  claimed_until: AT,
};

it.each([
  ['a reviewer approves', reviewOf(), asha, 'approve', undefined],
  ['a reviewer rejects', reviewOf(), asha, 'reject', 'role-missing'],
  ['a member of the committee rejects', reviewOf(), person('p', 'committee'), 'reject', undefined],
  ['an analyst approves', reviewOf(), person('p', 'analyst', 'viewer'), 'approve', 'role-missing'],
  ['an administrator approves', reviewOf(), person('p', 'admin'), 'approve', 'role-missing'],
  [
    'the submitter approves',
    reviewOf(),
    person('person_submitter', 'committee'),
    'approve',
    'another-person-needed',
  ],
  [
    'the submitter refers',
    reviewOf(),
    person('person_submitter', 'reviewer'),
    'refer',
    'another-person-needed',
  ],
  ['somebody chooses an option of another vertical', reviewOf(), asha, 'resolve', 'unknown-option'],
  [
    'a reviewer approves what the committee is asked',
    reviewOf({ asked: ['committee'] }),
    asha,
    'approve',
    'role-missing',
  ],
  ['somebody decides what another has claimed', reviewOf(claimed), asha, 'approve', 'review-claimed'],
  ['the claimant decides', reviewOf(claimed), person('person_bala', 'reviewer'), 'approve', undefined],
  ['somebody decides after a lease', reviewOf({ ...claimed, is_claimed: false }), asha, 'approve', undefined],
  [
    'somebody decides an expired review',
    reviewOf({ state: 'expired', closed_at: AT }),
    asha,
    'approve',
    'review-closed',
  ],
] as const)('%s: %#', (_what, review, reviewer, option, refused) => {
  expect(refuseDecision(review, reviewer, option)?.refused).toBe(refused);
});

it('a decided review states the chosen option and its time', () => {
  const review = reviewOf({ state: 'decided', closed_at: AT, decisions: [decidedBy('p', 'approve', true)] });
  expect(refuseDecision(review, asha, 'approve')).toEqual({
    refused: 'review-closed',
    detail: 'Somebody chose `approve` at 2026-11-29T06:00:00.000Z.',
  });
});

it('four eyes mean two people: the first approval waits, and the same person cannot be the second', () => {
  const fresh = reviewOf({ four_eyes: true });
  expect(isFirstOfTwo(fresh, 'approve')).toBe(true);
  expect(isFirstOfTwo(fresh, 'send_back')).toBe(false);
  const once = reviewOf({ four_eyes: true, decisions: [decidedBy(asha.subject, 'approve', false)] });
  expect(isFirstOfTwo(once, 'approve')).toBe(false);
  // A key that the first person issued has the same subject.
  const throughKey: Reviewer = { ...asha, actor: { kind: 'key', id: 'key_1', name: 'portal' } };
  for (const same of [asha, throughKey])
    expect(refuseDecision(once, same, 'approve')?.refused).toBe('another-person-needed');
  expect(refuseDecision(once, asha, 'send_back')).toBeUndefined();
  expect(refuseDecision(once, person('person_bala', 'reviewer'), 'approve')).toBeUndefined();
});

it('nobody claims a review that they could not decide', () => {
  expect(refuseClaim(reviewOf(), person('p', 'viewer'))?.refused).toBe('role-missing');
  expect(refuseClaim(reviewOf(), person('person_submitter', 'reviewer'))?.refused).toBe(
    'another-person-needed',
  );
  expect(refuseClaim(reviewOf(), asha)).toBeUndefined();
});
