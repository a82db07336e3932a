import { expect, it } from 'vitest';
import { reviewPolicyBody } from '../../../../src/contract/review-policy.ts';
import { isSampled, timesOfAsk, timesUntil } from '../../../../src/governance/reviews/asks.ts';
import { DEFAULT_POLICY } from '../../../../src/governance/reviews/times.ts';
import { newId } from '../../../../src/ids.ts';

it('rules that an earlier release stored ask about nothing', () => {
  const old = { four_eyes_above: 1, due_minutes: 60, remind_minutes: 10, expire_minutes: 60 };
  expect(reviewPolicyBody.parse(old)).toEqual({ ...DEFAULT_POLICY, ...old });
});

it('about one in the given number of approved claims is sampled, by default none', () => {
  expect(isSampled(DEFAULT_POLICY, newId('run'))).toBe(false);
  const ids = Array.from({ length: 4_000 }, () => newId('run'));
  const sampled = ids.filter((id) => isSampled({ sample_one_in: 10 }, id)).length;
  expect(sampled).toBeGreaterThan(300);
  expect(sampled).toBeLessThan(500);
  expect(ids.every((id) => isSampled({ sample_one_in: 1 }, id))).toBe(true);
});

it('a call is due within the time of the rules and refused after twice that time', () => {
  const now = new Date('2026-11-29T06:00:00.000Z');
  const { remindAt, dueAt, expiresAt } = timesOfAsk({ ask_minutes: 60 }, now);
  expect([remindAt, dueAt, expiresAt].map((at) => at.toISOString().slice(11, 16))).toEqual([
    '06:30',
    '07:00',
    '08:00',
  ]);
});

it('an action is refused at the time that the operator waits until', () => {
  const now = new Date(0);
  const { remindAt, dueAt, expiresAt } = timesUntil(now, new Date(300_000));
  expect([remindAt, dueAt, expiresAt].map(Number)).toEqual([150_000, 240_000, 300_000]);
});
