import type { Reason } from '../../governance/rules/reason.ts';

/** The decision, in the form stored with every record of a case. */
export interface Outcome {
  readonly decision: string;
  readonly reasons: readonly Reason[];
}
