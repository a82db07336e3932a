import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reviewPolicyBody } from '../../../../src/contract/review-policy.ts';
import { DEFAULT_POLICY, isFourEyes, timesOf, urgencyIn } from '../../../../src/governance/reviews/times.ts';

const NOW = new Date('2026-11-29T06:00:00.000Z');

it.each([
  { urgency: 'cashless', due: '2026-11-29T07:00:00.000Z', remind: '2026-11-29T06:30:00.000Z' },
  { urgency: 'discharge', due: '2026-11-29T09:00:00.000Z', remind: '2026-11-29T08:00:00.000Z' },
  { urgency: null, due: '2026-11-30T06:00:00.000Z', remind: '2026-11-30T05:00:00.000Z' },
] as const)('a case with the urgency $urgency is due at $due', ({ urgency, due, remind }) => {
  const { dueAt, remindAt } = timesOf(DEFAULT_POLICY, urgency, NOW);
  expect([dueAt.toISOString(), remindAt.toISOString()]).toEqual([due, remind]);
});

it('a team’s own time counts for an urgent case, too, if it is shorter', () => {
  const { dueAt } = timesOf({ ...DEFAULT_POLICY, due_minutes: 20 }, 'cashless', NOW);
  expect(dueAt.toISOString()).toBe('2026-11-29T06:20:00.000Z');
});

it('whatever a team sets, the reminder comes before the due time, and the expiry after it', () => {
  const policy = fc.record({
    four_eyes_above: fc.constant(null),
    due_minutes: fc.integer({ min: 5, max: 43_200 }),
    remind_minutes: fc.integer({ min: 1, max: 1_440 }),
    expire_minutes: fc.integer({ min: 5, max: 129_600 }),
  });
  fc.assert(
    fc.property(policy, fc.constantFrom('cashless', 'discharge', null), (given, urgency) => {
      expect(reviewPolicyBody.safeParse(given).success).toBe(true);
      const { remindAt, dueAt, expiresAt } = timesOf(given, urgency, NOW);
      expect([NOW, remindAt, dueAt, expiresAt].map(Number)).toEqual(
        [NOW, remindAt, dueAt, expiresAt].map(Number).toSorted((a, b) => a - b),
      );
      expect(remindAt < dueAt && dueAt < expiresAt).toBe(true);
    }),
  );
});

it.each([
  ['cashless', 'cashless'],
  [' Discharge ', 'discharge'],
  ['', null],
  ['cashless please', null],
  ['__proto__', null],
] as const)('the member request %j means the urgency %j', (request, urgency) => {
  expect(urgencyIn(request)).toBe(urgency);
});

it('two people approve amounts above the limit, and unreadable amounts', () => {
  const policy = { ...DEFAULT_POLICY, four_eyes_above: 500_000 };
  expect([50_000_000n, 50_000_001n, null].map((paise) => isFourEyes(policy, paise))).toEqual([
    false,
    true,
    true,
  ]);
  expect(isFourEyes({ ...policy, four_eyes_above: null }, null)).toBe(false);
  expect(isFourEyes({ ...policy, four_eyes_above: 0 }, 1n)).toBe(true);
});
