import type { StepKind } from '../../contract/team-vertical.ts';
import type { AskedRun } from '../../ledger/index.ts';

/** The version that a run performs, and the kinds of its steps in order. Histories contain it in this form. */
export interface StoredVerticalVersion {
  readonly id: string;
  readonly version: number;
  readonly sha256: string;
  readonly steps: readonly StepKind[];
}

/** Input of the workflow `teamVerticalRun`. Histories contain it in this form. */
export interface TeamVerticalRunInput extends AskedRun {
  readonly run_id: string;
  readonly team_id: string;
  readonly ledger_ref: string;
  /** RFC 3339 time, as of which the case is decided. */
  readonly created_at: string;
  readonly version: StoredVerticalVersion;
}
