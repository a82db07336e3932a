import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { ReviewKind, ReviewOption, reviewStates } from '../../contract/review.ts';
import type { Role } from '../../contract/roles.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
type Tx = Transaction<Database>;

/** An answer to a review. Its time is RFC 3339 in the database's offset. */
export interface StoredDecision {
  readonly by: Actor;
  readonly decider: string;
  readonly option: ReviewOption;
  readonly reason: string | null;
  readonly note: string | null;
  readonly documents: readonly string[];
  /** The approved amount; null if the approval states none. */
  readonly amount_paise?: number | null;
  readonly final: boolean;
  readonly at: string;
}

export interface StoredComment {
  readonly by: Actor;
  readonly text: string;
  readonly at: string;
}

type Row = Selectable<Database['reviews']>;

/** A review without the parts that only its reader needs. */
export interface ReviewRecord extends Omit<
  Row,
  'evidence' | 'options' | 'asked' | 'told_at' | 'clock_woken_at'
> {
  readonly options: readonly ReviewOption[];
  readonly asked: readonly Role[];
  /** Whether somebody's lease is not over yet. */
  readonly is_claimed: boolean;
  readonly is_overdue: boolean;
  /** Oldest first. */
  readonly decisions: readonly StoredDecision[];
}

export interface WholeReview extends ReviewRecord {
  readonly evidence: Row['evidence'];
  readonly comments: readonly StoredComment[];
}

export interface ReviewRef {
  readonly teamId: string;
  readonly reviewId: string;
}

const COLUMNS = [
  'id',
  'team_id',
  'kind',
  'state',
  'vertical',
  'run_id',
  'ledger_ref',
  'subject',
  'reasons',
  'risk',
  'evidence_sha256',
  'options',
  'asked',
  'four_eyes',
  'submitted_by',
  'submitter',
  'remind_at',
  'due_at',
  'expires_at',
  'on_expiry',
  'reminded_at',
  'breached_at',
  'claimed_by',
  'claimed_by_id',
  'claimant',
  'claimed_until',
  'closed_at',
  'created_at',
  'clock_started_at',
  'clock_stopped_at',
] as const;

const isClaimed = sql<boolean>`(state = 'open' AND coalesce(claimed_until > clock_timestamp(), false))`;
const isOverdue = sql<boolean>`(state = 'open' AND due_at < clock_timestamp())`;

const decisions = sql<readonly StoredDecision[]>`(
  SELECT coalesce(json_agg(json_build_object('by', d.by, 'decider', d.decider, 'option', d.option, 'reason', d.reason,
    'note', d.note, 'documents', d.documents, 'amount_paise', d.amount_paise, 'final', d.final, 'at', d.at) ORDER BY d.n), '[]')
  FROM review_decisions AS d WHERE d.review_id = reviews.id)`;

const comments = sql<readonly StoredComment[]>`(
  SELECT coalesce(json_agg(json_build_object('by', c.by, 'text', c.text, 'at', c.at) ORDER BY c.n), '[]')
  FROM review_comments AS c WHERE c.review_id = reviews.id)`;

const reviewsOf = (db: Db, teamId: string) =>
  db
    .selectFrom('reviews')
    .select(COLUMNS)
    .select([isClaimed.as('is_claimed'), isOverdue.as('is_overdue'), decisions.as('decisions')])
    .where('team_id', '=', teamId);

/** @returns undefined when the team has no such review */
export const findReview = async (db: Db, { teamId, reviewId }: ReviewRef): Promise<WholeReview | undefined> =>
  (await reviewsOf(db, teamId)
    .select('evidence')
    .select(comments.as('comments'))
    .where('id', '=', reviewId)
    .executeTakeFirst()) as WholeReview | undefined;

/** Finds a review and locks it until the transaction ends, so that only one decision takes effect. */
export const lockReview = async (tx: Tx, ref: ReviewRef): Promise<ReviewRecord | undefined> => {
  const locked = await tx
    .selectFrom('reviews')
    .select('id')
    .where('team_id', '=', ref.teamId)
    .where('id', '=', ref.reviewId)
    .forUpdate()
    .executeTakeFirst();
  // The second statement sees what the lock's previous holder has committed, including decisions.
  return (
    locked &&
    ((await reviewsOf(tx, ref.teamId).where('id', '=', ref.reviewId).executeTakeFirst()) as ReviewRecord)
  );
};

export interface ReviewFilters {
  readonly state?: (typeof reviewStates)[number] | undefined;
  readonly kind?: ReviewKind | undefined;
  /** Id of the person or key that has claimed the review. */
  readonly assignee?: string | undefined;
  readonly dueBefore?: Date | undefined;
}

/** Position of a page's last review. */
export interface ReviewPosition {
  readonly dueAt: Date;
  readonly id: string;
}

/** Returns a page of a team's reviews, oldest due first. Without a state, those that wait for a decision. */
export const listReviews = async (
  db: Db,
  {
    teamId,
    filters,
    limit,
    after,
  }: {
    readonly teamId: string;
    readonly filters: ReviewFilters;
    readonly limit: number;
    readonly after?: ReviewPosition | undefined;
  },
): Promise<{ readonly reviews: readonly ReviewRecord[]; readonly end: ReviewPosition | undefined }> => {
  const { state, kind, assignee, dueBefore } = filters;
  let query = reviewsOf(db, teamId).where(
    'state',
    '=',
    state === undefined || state === 'claimed' ? 'open' : state,
  );
  if (state === 'claimed' || assignee !== undefined) query = query.where(isClaimed);
  if (state === 'open') query = query.where(sql<boolean>`NOT ${isClaimed}`);
  if (assignee !== undefined) query = query.where('claimed_by_id', '=', assignee);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (dueBefore !== undefined) query = query.where('due_at', '<', dueBefore);
  if (after !== undefined) query = query.where(sql<boolean>`(due_at, id) > (${after.dueAt}, ${after.id})`);
  const rows = (await query
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute()) as ReviewRecord[];
  const reviews = rows.slice(0, limit);
  const last = rows.length > limit ? reviews.at(-1) : undefined;
  return { reviews, end: last && { dueAt: last.due_at, id: last.id } };
};
