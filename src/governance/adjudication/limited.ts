import type { Conditions } from './context.ts';

/** A part's name appears in formulas and names a counter, so it must not be able to contain an identifier. */
export const PART = /^[a-z][a-z -]{0,29}(?: \d{1,2})?$/;

/**
 * What the stages that limit a claim as a whole start from. They are applied again when a person approves it, because payouts of other
 * claims may have used limits since. It has no text of the bill and no identifiers.
 */
export interface Limited {
  /** The head of each line; null if the rule set has no such head. */
  readonly heads: readonly (string | null)[];
  /** Paise that the earlier stages left of each line, or would have left if the terms did not exclude the claim. */
  readonly left: readonly bigint[];
  readonly sumInsured: bigint;
  readonly served: bigint;
  /** Whether the terms exclude the claim, so that they propose to pay nothing. */
  readonly excluded: boolean;
  /** What each condition answered; null if it had no answer. */
  readonly answers: Readonly<Record<string, boolean | null>>;
  /** Values of inputs that name a part of a limit. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Notes what a rule set's conditions answer. What a case states is noted only if it can name a part of a limit. */
export const noteAnswers = (
  conditions: Conditions,
): { readonly conditions: Conditions; readonly noted: Pick<Limited, 'answers' | 'parts'> } => {
  const answers: Record<string, boolean | null> = {};
  const parts: Record<string, string> = {};
  return {
    noted: { answers, parts },
    conditions: {
      holds: (expression) => {
        const answer = conditions.holds(expression);
        answers[expression] = typeof answer === 'boolean' ? answer : null;
        return answer;
      },
      text: (input) => {
        const value = conditions.text(input);
        if (value !== undefined && PART.test(value)) parts[input] = value;
        return value;
      },
    },
  };
};
