import type { Budgets } from '../../governance/agent/budgets.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';

/** What the workflow `verticalRun` is started with; stored in histories as it is. */
export interface VerticalRunInput {
  readonly run_id: string;
  readonly team_id: string;
  readonly vertical: VerticalId;
  readonly ledger_ref: string;
  /** RFC 3339: the clock that the case is decided by. */
  readonly created_at: string;
}

/** What the workflows of vertical runs return, and answer the query `state` with. */
export interface VerticalRunState {
  readonly status: 'running' | 'succeeded' | 'error';
  readonly steps_done: number;
  readonly decision: string | null;
}

/** What the workflow `liveRun` is started with; stored in histories as it is. */
export interface LiveRunInput extends VerticalRunInput {
  /** The caller's own name of the case, masked. */
  readonly case_id: string | null;
  readonly agent: string;
  readonly budgets: Budgets;
  /** Queue that every sandbox host serves. */
  readonly sandbox_queue: string;
  readonly sandbox_wait_ms: number;
}
