import type { Reason } from '../rules/reason.ts';
import type { Limited } from './limited.ts';

export type Stage =
  'gates' | 'window' | 'lists' | 'day_caps' | 'proportion' | 'sublimits' | 'deductible' | 'balance' | 'copay';

/** A deduction. `line` counts from 1, and is null if the deduction applies to the claim as a whole. */
export interface Adjustment {
  readonly line: number | null;
  readonly stage: Stage;
  readonly code: string;
  /** Paise, always above zero. */
  readonly amount: bigint;
  /** How the amount was computed, with its numbers in rupees. */
  readonly formula: string;
  readonly clause: string;
}

/** A check that a claim passed. */
export interface Passed {
  readonly stage: Stage;
  readonly detail: string;
}

/** What a stage left of the claim, in paise. */
export interface StageTotal {
  readonly stage: Stage;
  readonly before: bigint;
  readonly cut: bigint;
  readonly after: bigint;
}

export type Outcome = 'approve' | 'approve_part' | 'refer';

/** A claim's adjudication. `claimed` is the sum of `approved` and all adjustments. */
export interface Adjudication {
  readonly outcome: Outcome;
  readonly amount: { readonly claimed: bigint; readonly approved: bigint; readonly patientPays: bigint };
  readonly adjustments: readonly Adjustment[];
  readonly totals: readonly StageTotal[];
  /** Why a person decides. An approval has none. */
  readonly findings: readonly Reason[];
  readonly passed: readonly Passed[];
  /** What an approval adds to each counter; the key `sum_insured` counts the policy's use. */
  readonly moves: Readonly<Record<string, bigint>>;
  /** The same for the case that a person approves the amount that a referred claim proposes. */
  readonly proposedMoves: Readonly<Record<string, bigint>>;
  /** From what the limits are applied again when a person approves the claim. */
  readonly limited: Limited;
}
