/**
 * The lines of an export, which docs/ledger/auditor.md describes: a header, one line per row, and an end. Members are written in
 * the order given here.
 */

export const EXPORT_FORMAT = 'pramaan-ledger-export';

/**
 * Scope of an export. `chain`: all rows in the ledger; `segment`: the oldest of them, for a sealed segment; `range`: consecutive
 * rows; `ref`: the rows of one ledger_ref.
 */
export type Scope = 'chain' | 'segment' | 'range' | 'ref';

interface Place {
  readonly seq: number;
  /** 64 lowercase hex characters, like every row hash. */
  readonly row_hash: string;
}

/**
 * Start of a chain whose earlier rows were moved to sealed segments. It consists of the tree over those rows and the checkpoint
 * that vouches for that tree.
 */
export interface Base {
  /** Roots of the complete subtrees that make up the tree over the earlier rows, largest first; base64. */
  readonly peaks: readonly string[];
  /** Inclusion proof of the last earlier row in that tree; base64. */
  readonly inclusion: readonly string[];
  /** Signed checkpoint of exactly that tree's size. */
  readonly checkpoint: string;
}

export interface HeaderLine {
  readonly format: typeof EXPORT_FORMAT;
  readonly v: 1;
  readonly team_id: string;
  readonly scope: Scope;
  /** The row before the export's first row; seq 0 and the genesis hash if there is none. Null for `ref`. */
  readonly after: Place | null;
  /** Only for `chain` and `segment`; null when the export contains row 1. */
  readonly base: Base | null;
  /** The latest signed checkpoint when the export began; null when the team has none. */
  readonly checkpoint: string | null;
  /** The stored end of the chain when the export began; null when it is missing. */
  readonly head: Place | null;
}

/** A stored row: its columns unchanged, and its body byte for byte. */
export interface RowLine {
  readonly seq: number;
  readonly v: number;
  readonly id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly action: string;
  readonly idem_key: string;
  readonly created_at: string;
  readonly prev_hash: string;
  readonly row_hash: string;
  readonly body: string;
  /**
   * Inclusion proof under the header's checkpoint, base64, the leaf's sibling first. Present on each row of a `ref` export that
   * the checkpoint covers, and on the last such row of a `range`.
   */
  readonly inclusion?: readonly string[];
}

/** A row that the database could not read. It is reported rather than skipped. */
export interface UnreadableLine {
  readonly seq: number;
  readonly unreadable: true;
}

export interface EndLine {
  readonly end: true;
  readonly rows: number;
}

export type ExportLine = HeaderLine | RowLine | UnreadableLine | EndLine;
