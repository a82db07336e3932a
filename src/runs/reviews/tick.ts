import type { Kysely, Transaction } from 'kysely';
import { askedWords, nextAsked } from '../../governance/reviews/options.ts';
import { byService, type Ledger } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { emit } from '../../store/outbox/emit.ts';
import { answerAskedCall } from '../../store/reviews/asked-calls.ts';
import { closeReview } from '../../store/reviews/change.ts';
import {
  databaseTime,
  markBreached,
  markClockLooked,
  markClockStopped,
  markReminded,
} from '../../store/reviews/clocks.ts';
import { lockReview, type ReviewRecord, type ReviewRef } from '../../store/reviews/reviews.ts';
import { supersedeReplaced } from './earlier.ts';
import { openForCommittee } from './open.ts';
import { recordReview } from './rows.ts';
import { supersedeOver } from './switch.ts';

type Tx = Transaction<Database>;

/** How often the clock checks a review for which nothing else is due. */
const LOOK_AGAIN_MS = 24 * 3_600_000;

/**
 * Carries out what is due for a review: the reminder, the missed due time, the expiry. It may be repeated at
 * any time.
 * @returns milliseconds until the next time; null if the review is closed
 */
export const tickReview = async (
  db: Kysely<Database>,
  ledger: Ledger,
  ref: ReviewRef,
): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    if (review === undefined) return null;
    await markClockLooked(tx, review.id);
    if (review.state !== 'open') {
      await markClockStopped(tx, review.id);
      return null;
    }
    const actor = byService('reviews');
    if (
      (await supersedeReplaced(tx, ledger, review, actor)) ||
      (await supersedeOver(tx, ledger, review, actor))
    ) {
      await markClockStopped(tx, review.id);
      return null;
    }
    const now = await databaseTime(tx);
    if (review.expires_at !== null && review.expires_at <= now) {
      // Both times have passed since the last check, for instance while Temporal was unavailable.
      if (review.breached_at === null) await breach(tx, ledger, review, now);
      await expire(tx, ledger, review);
      return null;
    }
    if (review.due_at <= now) {
      if (review.breached_at === null) await breach(tx, ledger, review, now);
      return untilNext(now, [review.expires_at]);
    }
    if (review.remind_at > now) return untilNext(now, [review.remind_at]);
    if (review.reminded_at === null) await remind(tx, review, now);
    return untilNext(now, [review.due_at]);
  });

const untilNext = (now: Date, [time]: readonly [Date | null]): number =>
  time === null ? LOOK_AGAIN_MS : Math.min(Math.max(time.getTime() - now.getTime(), 1), LOOK_AGAIN_MS);

const idsOf = ({ id, kind, run_id, ledger_ref }: ReviewRecord) => ({
  review_id: id,
  kind,
  ...(run_id !== null && { run_id }),
  ledger_ref,
});

const remind = async (tx: Tx, review: ReviewRecord, now: Date): Promise<void> => {
  await markReminded(tx, review.id, now);
  await emit(tx, {
    teamId: review.team_id,
    type: 'review.due_soon',
    subject: review.id,
    ids: { ...idsOf(review), due_at: review.due_at.toISOString() },
  });
};

/** Asks the next role. The review stays open for the first one, too. */
const breach = async (tx: Tx, ledger: Ledger, review: ReviewRecord, now: Date): Promise<void> => {
  const asked = nextAsked(review.asked);
  await markBreached(tx, review.id, now, asked);
  await emit(tx, {
    teamId: review.team_id,
    type: 'sla.breached',
    subject: review.id,
    ids: { ...idsOf(review), due_at: review.due_at.toISOString(), asked: asked.at(-1)! },
  });
  await recordReview(tx, ledger, {
    teamId: review.team_id,
    reviewId: review.id,
    action: 'review.overdue',
    summary: `Nobody decided by ${review.due_at.toISOString()}; ${askedWords(asked).replace(/^a /, 'the ')} is asked.`,
    detail: { due_at: review.due_at.toISOString(), asked },
    actor: byService('reviews'),
  });
};

/**
 * Closes a review that nobody decided. A new review asks the committee, or the pending call or action is
 * refused.
 */
const expire = async (tx: Tx, ledger: Ledger, review: ReviewRecord): Promise<void> => {
  const actor = byService('reviews');
  const isRefused = review.on_expiry === 'refuse';
  await closeReview(tx, review.id, 'expired');
  await markClockStopped(tx, review.id);
  if (review.kind === 'tool_call') await answerAskedCall(tx, review.id, false);
  await recordReview(tx, ledger, {
    teamId: review.team_id,
    reviewId: review.id,
    action: 'review.expired',
    summary: isRefused
      ? 'Nobody decided; what was asked about is refused.'
      : 'Nobody decided; the committee is asked in a new review.',
    detail: { expires_at: review.expires_at!.toISOString(), on_expiry: review.on_expiry },
    actor,
  });
  if (!isRefused) await openForCommittee(tx, ledger, review.id, actor);
};
