/** Kinds of faults in an export; docs/ledger/auditor.md explains each. */
export const KINDS = [
  'unreadable',
  'order',
  'gap',
  'prev_hash',
  'row_hash',
  'column_mismatch',
  'cut_off',
  'no_head',
  'head_mismatch',
  'truncated',
  'checkpoint_format',
  'checkpoint_signature',
  'checkpoint_team',
  'checkpoint_root',
  'base',
  'proof',
  'receipt',
] as const;

export type Kind = (typeof KINDS)[number];

/** Thrown for the first fault that a check finds. */
export class AuditFindingError extends Error {
  override readonly name = 'AuditFindingError';
  readonly kind: Kind;
  /** seq of the first faulty row; null if the fault is not about a row. */
  readonly seq: number | null;

  constructor(kind: Kind, seq: number | null, message: string) {
    super(message);
    this.kind = kind;
    this.seq = seq;
  }
}
