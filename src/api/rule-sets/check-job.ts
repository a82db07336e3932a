import type { RuleSetFault } from '../../governance/rule-sets/compile.ts';

/** What a thread answers about a document. */
export interface CheckAnswer {
  readonly faults: readonly RuleSetFault[];
  /** Null if there are faults. */
  readonly sha256: string | null;
  readonly tests: number | null;
}
