import type { Transaction } from 'kysely';
import { recordable } from '../../governance/recordable.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { addComment, claimReview as claim, releaseReview as release } from '../../store/reviews/change.ts';
import { lockReview, type ReviewRecord, type ReviewRef } from '../../store/reviews/reviews.ts';
import type { DecidingReviewer } from './decide.ts';
import { refuseClaim, type Refusal, refuseUnavailable } from './may.ts';
import { recordReview } from './rows.ts';

type Tx = Transaction<Database>;

const NOT_FOUND: Refusal = { refused: 'not-found', detail: '' };
const MAX_COMMENT = 2_000;

/** Locks a review for an act, unless the act is refused. */
const lockFor = async (
  tx: Tx,
  ref: ReviewRef,
  refuse: (review: ReviewRecord) => Refusal | undefined,
): Promise<ReviewRecord | Refusal> => {
  const review = await lockReview(tx, ref);
  return review === undefined ? NOT_FOUND : (refuse(review) ?? review);
};

/**
 * Gives somebody a lease of half an hour on a review.
 * @returns why not, if they cannot have it
 */
export const claimReview = async (
  tx: Tx,
  ledger: Ledger,
  ref: ReviewRef,
  reviewer: DecidingReviewer,
): Promise<Refusal | undefined> => {
  const review = await lockFor(tx, ref, (locked) => refuseClaim(locked, reviewer));
  if ('refused' in review) return review;
  const until = (await claim(tx, review.id, reviewer.actor, reviewer.subject)).toISOString();
  await recordReview(tx, ledger, {
    teamId: ref.teamId,
    reviewId: review.id,
    action: 'review.claimed',
    key: until,
    summary: `Claimed until ${until}.`,
    detail: { until, evidence_sha256: review.evidence_sha256 },
    actor: reviewer.by,
  });
  return undefined;
};

/** Gives a review back. Changes nothing if nobody has claimed it. @returns why not, if somebody else has it */
export const releaseReview = async (
  tx: Tx,
  ledger: Ledger,
  ref: ReviewRef,
  reviewer: DecidingReviewer,
): Promise<Refusal | undefined> => {
  const review = await lockFor(tx, ref, (locked) => refuseUnavailable(locked, reviewer));
  if ('refused' in review) return review;
  if (!review.is_claimed) return undefined;
  await release(tx, review.id);
  const until = review.claimed_until!.toISOString();
  await recordReview(tx, ledger, {
    teamId: ref.teamId,
    reviewId: review.id,
    action: 'review.released',
    key: until,
    summary: 'Given back before the lease was over.',
    detail: { until },
    actor: reviewer.by,
  });
  return undefined;
};

/** Adds a comment, even to a review that is closed or claimed by somebody else. */
export const commentReview = async (
  tx: Tx,
  ledger: Ledger,
  ref: ReviewRef,
  { actor, by }: DecidingReviewer,
  given: string,
): Promise<Refusal | undefined> => {
  const review = await lockReview(tx, ref);
  if (review === undefined) return NOT_FOUND;
  const text = recordable(given.trim(), MAX_COMMENT);
  const n = await addComment(tx, review.id, actor, text);
  await recordReview(tx, ledger, {
    teamId: ref.teamId,
    reviewId: review.id,
    action: 'review.commented',
    key: n,
    summary: 'Commented.',
    detail: { text },
    actor: by,
  });
  return undefined;
};
