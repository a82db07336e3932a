import type { Budgets } from '../../governance/agent/budgets.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { LiveStep } from '../../governance/team-verticals/live/tools.ts';
import type { AskedRun } from '../../ledger/index.ts';
import type { StoredVerticalVersion } from '../vertical/workflow.ts';

/** Input of the workflow `teamVerticalRun`. Histories contain it in this form. */
export interface TeamVerticalRunInput extends AskedRun {
  readonly run_id: string;
  readonly team_id: string;
  readonly ledger_ref: string;
  /** RFC 3339 time, as of which the case is decided. */
  readonly created_at: string;
  readonly version: StoredVerticalVersion;
  /** Number of the case's documents; absent if it has none. */
  readonly documents?: number;
  /** Task queue of the sandboxes, if a step runs code or the case has documents. */
  readonly sandbox_queue?: string;
}

/** Input of the workflow `liveRun` for a team's vertical. Histories contain it in this form. */
export interface TeamLiveRunInput extends TeamVerticalRunInput {
  /** The caller's own name for the case, masked. */
  readonly case_id: string | null;
  readonly agent: string;
  readonly budgets: Budgets;
  /** Queue served by every sandbox host. */
  readonly sandbox_queue: string;
  readonly sandbox_wait_ms: number;
  /** The model that the request named; absent if it named none. */
  readonly model?: string;
  /** The tools whose calls wait for a person; absent if there are none. */
  readonly ask?: RunAsk;
  /** The steps of the pinned version as tools, in their order. */
  readonly tools: readonly LiveStep[];
}
