/** What the workflow `extraction` is started with; stored in histories as it is. */
export interface ExtractionInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** How long the work itself may take. */
  readonly timeout_ms: number;
  /** How long it may wait for a sandbox. */
  readonly wait_ms: number;
}
