import type { ProductTerms } from '../../../contract/product-terms.ts';
import type { Cover } from '../claim.ts';
import type { Conditions } from '../context.ts';
import type { Limited } from '../limited.ts';
import { Worksheet } from '../worksheet.ts';
import { LIMIT_STAGES } from './limit-stages.ts';

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
