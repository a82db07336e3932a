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
  /** Task queue of the sandboxes, if a step runs code. */
  readonly sandbox_queue?: string;
}
