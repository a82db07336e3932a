import type { Reason } from '../../governance/rules/reason.ts';

/** The decision as every record of a case stores it. */
export interface Outcome {
  readonly decision: string;
  readonly reasons: readonly Reason[];
}
