import type { Reason } from '../../governance/rules/reason.ts';

/** What was decided, as every record of a case keeps it. */
export interface Outcome {
  readonly decision: string;
  readonly reasons: readonly Reason[];
}
