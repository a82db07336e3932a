import type { Transaction } from 'kysely';
import type { JsonObject, Ledger, NewEntry, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';

/** Steps of a review's rows, which are in the ledger under the review's id. */
const STEPS = {
  'review.opened': 1,
  'review.claimed': 2,
  'review.released': 3,
  'review.commented': 4,
  'review.refused': 5,
  'review.approved_first': 6,
  'review.overdue': 8,
  'review.decided': 9,
  'review.expired': 9,
  'review.superseded': 9,
  'review.taken_up': 10,
} as const;

export interface ReviewRow {
  readonly teamId: string;
  readonly reviewId: string;
  readonly action: keyof typeof STEPS;
  readonly summary: string;
  readonly detail: JsonObject;
  readonly actor: RowActor;
  /** Distinguishes rows with the same action. Default: there is only one. */
  readonly key?: string;
  readonly suspendable?: readonly string[];
}

/** Returns a review's row as the ledger accepts it. */
export const reviewRow = ({ reviewId, action, key, ...row }: ReviewRow): NewEntry => ({
  ...row,
  ledgerRef: reviewId,
  step: STEPS[action],
  action,
  governance: 'decided by people',
  idemKey: `${reviewId}/${action}${key === undefined ? '' : `/${key}`}`,
});

/** Appends a review's row, last in its transaction, because the team's chain is locked from here on. */
export const recordReview = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  row: ReviewRow,
): Promise<void> => {
  await ledger.appendIn(tx, reviewRow(row));
};
