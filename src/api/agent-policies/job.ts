import type { Verdict } from '../../governance/agent-policies/evaluate.ts';
import type { Act } from '../../governance/agent-policies/act.ts';

/** Acts to decide, in the form in which a thread receives them. */
export interface DecideJob {
  /** Names the rules, so that a thread prepares them once. */
  readonly name: string;
  readonly policies: readonly { readonly id: string; readonly cedar: string }[];
  readonly acts: readonly Act[];
}

export type { Verdict };
