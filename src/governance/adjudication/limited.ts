import type { ProductTerms } from '../../contract/product-terms.ts';
import type { Cover } from './claim.ts';
import type { Conditions } from './context.ts';
import { LIMIT_STAGES } from './pipeline/limit-stages.ts';
import { PART } from './pipeline/sublimits.ts';
import { Worksheet } from './worksheet.ts';

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

/** What the terms pay of a claim now. */
interface LimitedNow {
  /** Paise. */
  readonly approved: bigint;
  /** What paying the claim uses of each limit, in paise. */
  readonly moves: Readonly<Record<string, bigint>>;
}

/** Applies a product's limits to a claim again, with what is left of them now. */
export const limitAgain = (
  limited: Limited,
  terms: ProductTerms,
  cover: Omit<Cover, 'slabs'>,
): LimitedNow => {
  const { sumInsured, served } = limited;
  const sheet = new Worksheet(limited.left);
  const heads = limited.heads.map((head) => head ?? undefined);
  const context = { cover, terms, heads, sumInsured, served, conditions: answered(limited) };
  for (const stage of terms.stages) LIMIT_STAGES[stage](sheet, context);
  return { approved: limited.excluded ? 0n : sheet.total, moves: sheet.moves };
};

const answered = ({ answers, parts }: Limited): Conditions => ({
  holds: (expression) => answers[expression] ?? { unknown: 'it had no answer when the claim was filed' },
  text: (input) => parts[input],
});

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
