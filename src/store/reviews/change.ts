import { type InsertObject, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { ReviewOption } from '../../contract/review.ts';
import type { Database } from '../db/schema.ts';

type Tx = Transaction<Database>;

const LEASE_MINUTES = 30;

const NOBODY = { claimed_by: null, claimed_by_id: null, claimant: null, claimed_until: null };

export const insertReview = async (tx: Tx, review: InsertObject<Database, 'reviews'>): Promise<void> => {
  await tx.insertInto('reviews').values(review).execute();
};

/**
 * Gives somebody a lease of half an hour on a review.
 * @returns when the lease is over
 */
export const claimReview = async (tx: Tx, id: string, by: Actor, claimant: string): Promise<Date> => {
  const { claimed_until: until } = await tx
    .updateTable('reviews')
    .set({
      claimed_by: JSON.stringify(by),
      claimed_by_id: by.id,
      claimant,
      claimed_until: sql<Date>`clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})`,
    })
    .where('id', '=', id)
    .returning('claimed_until')
    .executeTakeFirstOrThrow();
  return until!;
};

export const releaseReview = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('reviews').set(NOBODY).where('id', '=', id).execute();
};

export const closeReview = async (
  tx: Tx,
  id: string,
  state: 'decided' | 'expired' | 'superseded',
): Promise<void> => {
  await tx
    .updateTable('reviews')
    .set({ state, closed_at: sql<Date>`clock_timestamp()`, ...NOBODY })
    .where('id', '=', id)
    .execute();
};

export interface NewDecision {
  readonly reviewId: string;
  readonly n: number;
  readonly by: Actor;
  readonly decider: string;
  readonly option: ReviewOption;
  readonly reason: string | null;
  readonly note: string | null;
  readonly documents: readonly string[];
  /** Paise that an approval states. */
  readonly amount: bigint | undefined;
  readonly final: boolean;
}

/** Stores an answer. @returns when it was given */
export const addDecision = async (
  tx: Tx,
  { reviewId, by, documents, amount, ...decision }: NewDecision,
): Promise<Date> => {
  const { at } = await tx
    .insertInto('review_decisions')
    .values({
      ...decision,
      review_id: reviewId,
      by: JSON.stringify(by),
      documents: [...documents],
      amount_paise: amount ?? null,
    })
    .returning('at')
    .executeTakeFirstOrThrow();
  return at;
};

/** @returns the comment's number */
export const addComment = async (tx: Tx, reviewId: string, by: Actor, text: string): Promise<string> => {
  const { n } = await tx
    .insertInto('review_comments')
    .values({ review_id: reviewId, by: JSON.stringify(by), text })
    .returning('n')
    .executeTakeFirstOrThrow();
  return n;
};
