import type { RuleSetFault } from '../../governance/rule-sets/compile.ts';
import type { DocumentKind } from '../../store/db/rule-sets-schema.ts';

/** A document to check. */
export interface CheckJob {
  readonly kind: DocumentKind;
  readonly document: unknown;
}

/** A thread's answer about a document. */
export interface CheckAnswer {
  readonly faults: readonly RuleSetFault[];
  /** Null if there are faults. */
  readonly sha256: string | null;
  readonly tests: number | null;
}
