/** Input of the workflow `extraction`. Histories store it in this form. */
export interface ExtractionInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Milliseconds that the work itself may take. */
  readonly timeout_ms: number;
  /** Milliseconds that the work may wait for a sandbox. */
  readonly wait_ms: number;
}
