import type { Budgets } from '../../governance/agent/budgets.ts';
import type { StepKind } from '../../contract/team-vertical.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { AskedRun } from '../../ledger/index.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';

/** Input of the workflow `verticalRun`. Histories contain it in this form. */
export interface VerticalRunInput extends AskedRun {
  readonly run_id: string;
  readonly team_id: string;
  readonly vertical: VerticalId;
  readonly ledger_ref: string;
  /** RFC 3339 time, as of which the case is decided. */
  readonly created_at: string;
  /** Number of documents in the case; absent if there are none, and in runs that started before cases could have any. */
  readonly documents?: number;
  /** Queue served by every sandbox host, for reading the documents. */
  readonly sandbox_queue?: string;
}

/** The version of a team's own vertical that a run performs, and the kinds of its steps in order. Histories contain it in this form. */
export interface StoredVerticalVersion {
  readonly id: string;
  readonly version: number;
  readonly sha256: string;
  readonly steps: readonly StepKind[];
  /** What the steps write is undone. */
  readonly trial?: boolean;
}

/** Result of the workflows for vertical runs, and their answer to the query `state`. */
export interface VerticalRunState {
  readonly status: 'running' | 'succeeded' | 'error';
  readonly steps_done: number;
  readonly decision: string | null;
}

/** Details of the failure `RecordsAway`. Histories contain them in this form. */
export interface RecordsAway {
  readonly connector: string;
  /** Milliseconds until it is worth asking again; 0 if unknown. */
  readonly retry_in_ms: number;
}

/** Input of the workflow `liveRun`. Histories contain it in this form. */
export interface LiveRunInput extends VerticalRunInput {
  /** The caller's own name for the case, masked. */
  readonly case_id: string | null;
  readonly agent: string;
  readonly budgets: Budgets;
  /** Queue served by every sandbox host. */
  readonly sandbox_queue: string;
  readonly sandbox_wait_ms: number;
  /** The model that the request named; absent if it named none, and in runs that started before there were several models. */
  readonly model?: string;
  /** The tools whose calls wait for a person; absent if there are none. */
  readonly ask?: RunAsk;
}
