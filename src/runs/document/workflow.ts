import type { AskedRun } from '../../ledger/index.ts';

/** Input of the workflow `extraction`. Histories contain it in this form. */
export interface ExtractionInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Maximum duration of the work itself, in milliseconds. */
  readonly timeout_ms: number;
  /** Maximum time in milliseconds that the work may wait for a sandbox. */
  readonly wait_ms: number;
}
