import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { reviewSubjects, ReviewKind } from '../../contract/review.ts';
import type { Reason, RiskScore } from '../../governance/rules/reason.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableActor = JSONColumnType<Actor | null, string | null | undefined, string | null>;

/** The subject of a review. */
export interface ReviewSubject {
  readonly kind: (typeof reviewSubjects)[number];
  /** Id of the record; null if the vertical has none. */
  readonly id: string | null;
  /** The caller's own name for the case, masked. */
  readonly case_id: string | null;
}

/** sql/0052_reviews.sql and sql/0057_reviews_of_calls.sql describe the columns. */
interface ReviewsTable {
  id: string;
  team_id: string;
  kind: ReviewKind;
  state: Generated<'open' | 'decided' | 'expired' | 'superseded'>;
  vertical: string | null;
  /** Null for a switch, a witness, the ledger or an act. */
  run_id: string | null;
  ledger_ref: string;
  subject: JSONColumnType<ReviewSubject, string, never>;
  reasons: JSONColumnType<readonly Reason[], string, never>;
  risk: JSONColumnType<RiskScore | null, string | null, never>;
  evidence: JSONColumnType<Readonly<Record<string, unknown>>, string, string>;
  evidence_sha256: string;
  options: string[];
  asked: string[];
  four_eyes: boolean;
  submitted_by: NullableActor;
  submitter: string | null;
  remind_at: Timestamp;
  due_at: Timestamp;
  expires_at: NullableTimestamp;
  on_expiry: 'refer' | 'stay' | 'refuse';
  reminded_at: NullableTimestamp;
  breached_at: NullableTimestamp;
  claimed_by: NullableActor;
  claimed_by_id: ColumnType<string | null, string | null | undefined, string | null>;
  claimant: ColumnType<string | null, string | null | undefined, string | null>;
  claimed_until: NullableTimestamp;
  closed_at: NullableTimestamp;
  created_at: Timestamp;
  clock_started_at: NullableTimestamp;
  clock_stopped_at: NullableTimestamp;
  told_at: NullableTimestamp;
  clock_woken_at: NullableTimestamp;
}

interface ReviewDecisionsTable {
  review_id: string;
  n: number;
  by: JSONColumnType<Actor, string, never>;
  decider: string;
  option: string;
  reason: string | null;
  note: string | null;
  documents: Generated<string[]>;
  amount_paise: ColumnType<number | null, bigint | null | undefined, never>;
  final: boolean;
  at: Timestamp;
}

interface ReviewCommentsTable {
  n: Generated<string>;
  review_id: string;
  by: JSONColumnType<Actor, string, never>;
  text: string;
  at: Timestamp;
}

interface ReviewPoliciesTable {
  team_id: string;
  version: number;
  policy: JSONColumnType<object, string, never>;
  actor: JSONColumnType<Actor, string, never>;
  created_at: Timestamp;
}

/** sql/0057_reviews_of_calls.sql describes the columns. */
interface AskedCallsTable {
  review_id: string;
  team_id: string;
  run_id: string;
  ledger_ref: string;
  turn: number;
  call: number;
  tool: string;
  schema: JSONColumnType<Readonly<Record<string, unknown>>, string, never>;
  approved: ColumnType<boolean | null, never, boolean>;
  heard_at: NullableTimestamp;
}

/** sql/0093_agent_policies.sql describes the columns. */
interface AskedActsTable {
  review_id: string;
  team_id: string;
  ledger_ref: string;
  digest: ColumnType<Buffer, Buffer, never>;
  read_digest: ColumnType<Buffer, Buffer, never>;
  action: string;
  approved: ColumnType<boolean | null, never, boolean>;
  answered_at: NullableTimestamp;
  used_at: NullableTimestamp;
  created_at: Timestamp;
}

/** sql/0093_agent_policies.sql describes the columns. */
interface SessionActsTable {
  team_id: string;
  ledger_ref: string;
  kind: 'allowed' | 'denied' | 'reported' | 'approved';
  action: string;
}

/** The tables of sql/0052_reviews.sql and sql/0057_reviews_of_calls.sql. */
export interface ReviewsDatabase {
  reviews: ReviewsTable;
  review_decisions: ReviewDecisionsTable;
  review_comments: ReviewCommentsTable;
  review_policies: ReviewPoliciesTable;
  asked_calls: AskedCallsTable;
  asked_acts: AskedActsTable;
  session_acts: SessionActsTable;
}

/** A person's decision about a filed claim or ticket, as stored in its record. */
export interface RecordedReview {
  readonly id: string;
  readonly option: string;
  readonly reason: string | null;
  readonly at: string;
}
