import type { ReviewPolicy } from '../../contract/review-policy.ts';

const MINUTE_MS = 60_000;

/**
 * Why a case is urgent, according to its member `request`: regulation sets the time for cashless requests and
 * discharges.
 */
export type Urgency = 'cashless' | 'discharge';

const URGENT_MINUTES: Readonly<Record<Urgency, number>> = { cashless: 60, discharge: 180 };

/** Reads the member `request` of a case. */
export const urgencyIn = (request: string): Urgency | null => {
  const word = request.trim().toLowerCase();
  return word === 'cashless' || word === 'discharge' ? word : null;
};

/** The rules of a team without rules of its own. */
export const DEFAULT_POLICY: ReviewPolicy = {
  four_eyes_above: 500_000,
  due_minutes: 1_440,
  remind_minutes: 60,
  expire_minutes: 4_320,
  ask: [],
  ask_minutes: 60,
  ask_submitter: false,
  sample_one_in: null,
};

export interface ReviewTimes {
  readonly remindAt: Date;
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

/**
 * Returns when a review is due and what happens around that time. An urgent case is due when regulation says,
 * or earlier if the team's own time is shorter. The reminder comes in the second half of the available time.
 */
export const timesOf = (
  {
    due_minutes,
    remind_minutes,
    expire_minutes,
  }: Pick<ReviewPolicy, 'due_minutes' | 'remind_minutes' | 'expire_minutes'>,
  urgency: Urgency | null,
  now: Date,
): ReviewTimes => {
  const minutes = urgency === null ? due_minutes : Math.min(URGENT_MINUTES[urgency], due_minutes);
  const at = (after: number): Date => new Date(now.getTime() + after * MINUTE_MS);
  return {
    remindAt: at(Math.max(minutes - remind_minutes, minutes / 2)),
    dueAt: at(minutes),
    expiresAt: at(minutes + expire_minutes),
  };
};

/** Returns whether two people have to approve an amount in paise. An unreadable amount also needs two. */
export const isFourEyes = (
  { four_eyes_above: limit }: Pick<ReviewPolicy, 'four_eyes_above'>,
  paise: bigint | null,
): boolean => limit !== null && (paise === null || paise > BigInt(limit) * 100n);
