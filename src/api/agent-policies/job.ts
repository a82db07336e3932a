import type { Verdict } from '../../governance/agent-policies/evaluate.ts';
import type { Act } from '../../governance/agent-policies/act.ts';

/** Acts to decide, in the form in which a thread receives them. */
export interface DecideJob {
  /** Identifies the rules, so that a thread prepares them once. */
  readonly name: string;
  readonly policies: readonly { readonly id: string; readonly cedar: string }[];
  readonly acts: readonly Act[];
}

export interface Decided {
  readonly verdicts: readonly Verdict[];
  /** Milliseconds that evaluating the rules took, without preparing them. */
  readonly tookMs: number;
}

/** The verdict about an act that cannot be decided. */
export const FAILED: Verdict = { decision: 'deny', reason: 'policy_failed', policies: [] };

export type { Verdict };
