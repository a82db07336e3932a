import type { DateKind } from './date-labels.ts';
import type { ItemChecks } from './item-columns.ts';
import type { Place } from './source.ts';
import type { TotalChecks, TotalKind } from './totals.ts';
import type { DocumentType, Validations } from './verdict.ts';

/** The fields required by the specification; a field is absent if it was not found. */
export interface Fields {
  readonly pan?: string;
  readonly aadhaar?: readonly string[];
  readonly gstin?: readonly string[];
  readonly ifsc?: string;
  readonly amounts?: readonly string[];
}

/** A place in the text, in code points, with a confidence from 0 to 1. */
export interface Detail extends Place {
  readonly confidence: number;
}

export interface ValueDetail extends Detail {
  readonly value: string;
}

export interface IdentifierDetail extends ValueDetail {
  readonly valid: boolean;
  /** The most likely correction of a misread value; it passes the check. */
  readonly suggestion?: string;
}

export interface PanDetail extends IdentifierDetail {
  /** The kind of holder indicated by the fourth letter. */
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
  readonly form: 'figures' | 'words';
}

export interface DateDetail extends ValueDetail {
  readonly kind: DateKind;
}

/** An invoice line. All numbers are decimal strings, and null if the line does not have them. */
export interface ItemDetail extends Detail {
  readonly hsn: string;
  readonly description: string;
  readonly quantity: string | null;
  readonly unit_price: string | null;
  readonly taxable: string | null;
  readonly rate: string | null;
  readonly tax: string | null;
  readonly total: string | null;
  readonly checks: ItemChecks;
}

export interface TotalDetail extends Detail {
  readonly kind: TotalKind;
  readonly rupees: string;
  readonly rate: string | null;
}

export interface InvoiceDetail {
  readonly number: (ValueDetail & { readonly well_formed: boolean }) | null;
  readonly items: readonly ItemDetail[];
  readonly totals: readonly TotalDetail[];
  readonly supply: 'intra-state' | 'inter-state' | null;
  readonly checks: TotalChecks & {
    /** Whether the taxes match the supply: central and state tax within a state, integrated tax between states. */
    readonly supply: boolean | null;
  };
}

export interface Details {
  readonly pans: readonly PanDetail[];
  readonly aadhaar: readonly IdentifierDetail[];
  readonly gstin: readonly GstinDetail[];
  readonly ifsc: readonly IfscDetail[];
  readonly accounts: readonly ValueDetail[];
  readonly amounts: readonly AmountDetail[];
  readonly dates: readonly DateDetail[];
  readonly name: ValueDetail | null;
  readonly relative_name: ValueDetail | null;
  /** A day such as `1990-09-21`, or only the year. */
  readonly date_of_birth: ValueDetail | null;
  readonly invoice: InvoiceDetail | null;
}

/** A finding that a person should check. */
export interface Note {
  readonly code:
    | 'other-kind'
    | 'arithmetic'
    | 'words-differ'
    | 'misread'
    | 'split-number'
    | 'poor-scan'
    | 'part-not-read'
    | 'layer-differs'
    | 'pages-left-out';
  readonly detail: string;
}

/** The complete answer without its ledger_ref. */
export interface Extraction {
  readonly type: DocumentType;
  readonly fields: Fields;
  readonly validations: Validations;
  readonly valid: boolean;
  readonly redacted: string;
  readonly pii: readonly string[];
  readonly details: Details;
  /** Whether the text contains anything that fits the kind that it was declared to be. */
  readonly fits: boolean;
  readonly notes: readonly Note[];
}
