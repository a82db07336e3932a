import type { ReviewPolicy } from '../../contract/review-policy.ts';
import { type ReviewTimes, timesOf } from './times.ts';

/** How long a run may wait for answers in all, in milliseconds. After that, its calls are refused without asking. */
export const ASKED_AT_MOST_MS = 14 * 24 * 3_600_000;

/** Returns when the review of a call is due and when the call is refused. */
export const timesOfAsk = (
  { ask_minutes: minutes }: Pick<ReviewPolicy, 'ask_minutes'>,
  now: Date,
): ReviewTimes =>
  timesOf({ due_minutes: minutes, remind_minutes: minutes / 2, expire_minutes: minutes }, null, now);

/**
 * Returns the reminder, due and expiry times of a review that expires at a given time: the first two divide
 * the time until then.
 */
export const timesUntil = (now: Date, expiresAt: Date): ReviewTimes => {
  const at = (part: number): Date => new Date(now.getTime() + (expiresAt.getTime() - now.getTime()) * part);
  return { remindAt: at(0.5), dueAt: at(0.8), expiresAt };
};

/**
 * Returns whether an approved claim is sampled for quality control. The last digits of a run's id are random,
 * so nobody who submits a claim can predict it.
 */
export const isSampled = (
  { sample_one_in: oneIn }: Pick<ReviewPolicy, 'sample_one_in'>,
  runId: string,
): boolean => oneIn !== null && Number.parseInt(runId.slice(-8), 16) % oneIn === 0;
