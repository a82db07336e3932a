import { expect, it } from 'vitest';
import { commentReviewBody, decideReviewBody, reviewListQuery } from '../../../src/contract/review.ts';

const pointerOf = (body: unknown): string | undefined => {
  const { error } = decideReviewBody.safeParse(body);
  return error && error.issues[0]!.path.join('/');
};

it.each([
  [{ option: 'approve' }, undefined],
  [{ option: 'approve', note: 'Seen.' }, undefined],
  [{ option: 'reject', reason: 'The stay was before the policy began.' }, undefined],
  [{ option: 'reject' }, 'reason'],
  [{ option: 'send_back', note: 'No discharge summary.' }, 'reason'],
  [{ option: 'send_back', reason: '  \n' }, 'reason'],
  [{ option: 'reject', reason: 'KYC-WAIT applies.' }, 'reason'],
  [{ option: 'refer', reason: 'KYC-WAIT applies.' }, undefined],
  [{ option: 'reject', reason: 'x'.repeat(1_001) }, 'reason'],
  [{ option: 'approve', note: 'x'.repeat(2_001) }, 'note'],
  [{ option: 'deny' }, 'reason'],
  [{ option: 'deny', reason: 'KYC-WAIT applies.' }, undefined],
  [{ option: 'approve', arguments: { code: '1' } }, undefined],
  [{ option: 'deny', reason: 'No.', arguments: {} }, 'arguments'],
  [{ option: 'send_back', reason: 'Please.', documents: ['PAN card'] }, undefined],
  [{ option: 'send_back', reason: 'Please.', documents: ['a', 'a'] }, 'documents'],
  [{ option: 'approve', documents: ['PAN card'] }, 'documents'],
  [{ option: 'Approve' }, 'option'],
  [{ option: 'toString' }, 'option'],
  [{ reason: 'x' }, 'option'],
  [{ option: 'approve', amount: 1 }, ''],
  [{ option: ['approve'] }, 'option'],
  [null, ''],
] as const)('the decision %j is wrong at %j', (body, pointer) => {
  expect(pointerOf(body)).toBe(pointer);
});

it('a comment contains words, and not too many', () => {
  expect(
    ['x', '', ' ', 'x'.repeat(2_001)].map((text) => commentReviewBody.safeParse({ text }).success),
  ).toEqual([true, false, false, false]);
});

it.each([
  [{ state: 'claimed', assignee: 'me' }, true],
  [{ assignee: 'person_01', due_before: '2026-11-29T12:00:00+05:30' }, true],
  [{ state: 'closed' }, false],
  [{ assignee: 'person_01; drop' }, false],
  [{ due_before: 'tomorrow' }, false],
  [{ due_before: '0000-01-01T00:00:00Z' }, false],
  [{ limit: '101' }, false],
  [{ vertical: 'kyc' }, false],
])('the list accepts %j: %j', (query, isAccepted) => {
  expect(reviewListQuery.safeParse(query).success).toBe(isAccepted);
});
