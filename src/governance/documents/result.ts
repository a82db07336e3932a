import type { Place } from './source.ts';
import type { DocumentType, Validations } from './verdict.ts';

/** The specification's fields; one that is absent was not found. */
export interface Fields {
  readonly pan?: string;
  readonly aadhaar?: readonly string[];
  readonly gstin?: readonly string[];
  readonly ifsc?: string;
  readonly amounts?: readonly string[];
}

/** Where something stands in the text, in code points, and how sure that is, 0 to 1. */
export interface Detail extends Place {
  readonly confidence: number;
}

export interface IdentifierDetail extends Detail {
  readonly value: string;
  readonly valid: boolean;
  /** What a misread value was most likely meant to be: its check holds. */
  readonly suggestion?: string;
}

export interface PanDetail extends IdentifierDetail {
  /** The kind of holder that the fourth letter names. */
  readonly holder: string | null;
}

export interface GstinDetail extends IdentifierDetail {
  readonly state: string | null;
  readonly pan: string | null;
}

export interface IfscDetail extends IdentifierDetail {
  readonly bank: string | null;
}

export interface AmountDetail extends Detail {
  readonly raw: string;
  /** Rupees as a decimal string. */
  readonly rupees: string | null;
}

export interface Details {
  readonly pans: readonly PanDetail[];
  readonly aadhaar: readonly IdentifierDetail[];
  readonly gstin: readonly GstinDetail[];
  readonly ifsc: readonly IfscDetail[];
  readonly amounts: readonly AmountDetail[];
}

/** The whole answer but for its ledger_ref. */
export interface Extraction {
  readonly type: DocumentType;
  readonly fields: Fields;
  readonly validations: Validations;
  readonly valid: boolean;
  readonly redacted: string;
  readonly pii: readonly string[];
  readonly details: Details;
  /** Whether the text holds something of the kind that it was said to be. */
  readonly fits: boolean;
  readonly notes: readonly string[];
}
