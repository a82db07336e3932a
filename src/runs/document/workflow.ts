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

/** Input of the workflow `documentCheck`. Its `ledger_ref` is the document's id. */
export type DocumentCheckInput = ExtractionInput;

/** Input of the workflow `documentPage`. Its `ledger_ref` names this drawing only. */
export interface DocumentPageInput extends ExtractionInput {
  readonly document_id: string;
  readonly page: number;
  readonly masked: boolean;
}

/** Result of the workflow `documentPage`. The picture itself is sealed in the vault. */
export interface DrawnPage {
  readonly drawn: boolean;
}

/** Input of the activity `readCaseDocuments`. */
export interface CaseDocumentsInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Id of a vertical of the service or of the team. */
  readonly vertical: string;
  /** Maximum time in milliseconds to wait for each sandbox. */
  readonly wait_ms: number;
}
