import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { RunAdjudication } from '../../contract/adjudication.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { Reason, RiskScore } from '../../governance/rules/reason.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { StepKind } from '../../contract/team-vertical.ts';
import type { NullableTimestamp, StoredActor, Timestamp } from './column-types.ts';

interface CaseVaultTable {
  ref: string;
  team_id: string;
  key_id: string;
  wrapped_key: Buffer | null;
  sealed: Buffer | null;
  created_at: Timestamp;
  erased_at: NullableTimestamp;
}

export interface RunError {
  readonly code: string;
  readonly message: string;
}

interface StoredVersionOfRun {
  readonly id: string;
  readonly version: number;
  readonly sha256: string;
  /** Kinds of its steps, in order. */
  readonly steps: readonly StepKind[];
  readonly trial?: boolean;
}

interface RunsTable {
  id: string;
  team_id: string;
  vertical: string;
  mode: 'simulated' | 'live';
  status: 'running' | 'succeeded' | 'error';
  ledger_ref: string;
  case_id: string | null;
  asked_by: StoredActor;
  urgency: ColumnType<'cashless' | 'discharge' | null, 'cashless' | 'discharge' | null | undefined, never>;
  /** The version of a team's own vertical; null for a run of a vertical that comes with the service. */
  vertical_version: JSONColumnType<StoredVersionOfRun | null, string | null | undefined, never>;
  decision: string | null;
  reasons: JSONColumnType<readonly Reason[], string | undefined, string>;
  risk: JSONColumnType<RiskScore | null, string | null | undefined, string | null>;
  /** The rule set that decided the run; null for runs that ended before the service recorded it. */
  decided_under: JSONColumnType<PinnedRuleSet | null, string | null | undefined, string | null>;
  error: JSONColumnType<RunError | null, string | null | undefined, string | null>;
  adjudication: JSONColumnType<RunAdjudication | null, string | null | undefined, string | null>;
  started_at: NullableTimestamp;
  cancel_requested_at: NullableTimestamp;
  /** Id of the key or person that requested the cancellation. */
  cancel_requested_by: string | null;
  /** What the run waits for; null while it works. */
  waiting_for: JSONColumnType<WaitingFor | null, string | null | undefined, string | null>;
  /** When it was last notified that its connector works again; null once it has asked again. */
  woken_at: NullableTimestamp;
  cancel_requested_actor: StoredActor;
  /** The run that was sent back; null for a new case. */
  revision_of: ColumnType<string | null, string | null | undefined, never>;
  /** The run whose case this one has copied. */
  case_of: ColumnType<string | null, string | null | undefined, never>;
  /** The tools whose calls wait for a person; null if there are none. */
  ask: JSONColumnType<RunAsk | null, string | null | undefined, never>;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

/** What a run waits for: a review of one of its calls, or a kind of record whose connector gives no answer. */
export type WaitingFor = WaitingForRecords | WaitingForReview;

export interface WaitingForReview {
  readonly kind: 'review';
  readonly review_id: string;
  readonly tool: string;
  readonly since: string;
}

interface WaitingForRecords {
  readonly kind: 'records';
  readonly records: string;
  readonly connector: string;
  readonly code: string;
  readonly since: string;
  readonly asked_at: string;
}

interface RunEventsTable {
  run_id: string;
  seq: number;
  team_id: string;
  key: string;
  type: string;
  payload: JSONColumnType<object, string, never>;
  created_at: Generated<Date>;
}

/** The tables of runs, their cases and their events. */
export interface RunsDatabase {
  case_vault: CaseVaultTable;
  runs: RunsTable;
  run_events: RunEventsTable;
}
