import type { Generated, JSONColumnType } from 'kysely';
import type { NullableTimestamp, StoredActor, Timestamp } from './column-types.ts';

interface OperatorRunsTable {
  id: string;
  team_id: string;
  status: Generated<'running' | 'done'>;
  success: boolean | null;
  result: string | null;
  ended_by: string | null;
  sandbox_id: string;
  input: JSONColumnType<object, string, never>;
  final_step: number | null;
  pending_approval: JSONColumnType<PendingApproval | null, string | null | undefined, string | null>;
  started_at: NullableTimestamp;
  cancel_requested_at: NullableTimestamp;
  /** Id of the key or person that requested the cancellation. */
  cancel_requested_by: string | null;
  cancel_requested_actor: StoredActor;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

/** An approval that a person must give before an action is carried out. */
interface PendingApproval {
  readonly id: string;
  readonly risk: string;
  readonly detail: string;
  readonly until: string;
  /** Absent for an approval. */
  readonly wants?: 'text' | 'choice' | 'take_over';
  readonly options?: readonly string[];
}

interface OperatorStepsTable {
  run_id: string;
  team_id: string;
  n: number;
  action: string;
  detail: string;
  status: 'begun' | 'done' | 'refused' | 'failed' | 'interrupted';
  screenshot_sha256: string | null;
  box: JSONColumnType<readonly number[] | null, string | null | undefined, string | null>;
  at: Timestamp;
}

interface OperatorAnswersTable {
  run_id: string;
  team_id: string;
  question_id: string;
  approve: boolean;
  has_text: Generated<boolean>;
  /** Id of the key or person that answered. */
  key_id: string;
  actor: StoredActor;
  at: Generated<Date>;
  told_at: NullableTimestamp;
}

/** sql/0114_operator_videos.sql describes the columns. */
interface OperatorVideosTable {
  run_id: string;
  team_id: string;
  attempt: Generated<number>;
  status: Generated<'making' | 'ready' | 'failed'>;
  input: JSONColumnType<object, string, string>;
  sha256: string | null;
  size: number | null;
  length_ms: number | null;
  started_at: NullableTimestamp;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

/** The tables of operators and of people's answers to them. */
export interface OperatorsDatabase {
  operator_runs: OperatorRunsTable;
  operator_steps: OperatorStepsTable;
  operator_answers: OperatorAnswersTable;
  operator_videos: OperatorVideosTable;
}
