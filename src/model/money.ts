/** Decimals of a cost. One token at a price of 0.0001 per million still counts. */
const DECIMALS = 10;

/** Removes the error of binary fractions, so that a cost reads 0.000216 and not 0.00021600000000000002. */
export const money = (cost: number): number => Number(cost.toFixed(DECIMALS));

/** Returns the price of these tokens, given the prices of a million. */
export const costOf = (
  used: { readonly input_tokens: number; readonly output_tokens: number },
  prices: { readonly input: number; readonly output: number },
): number => money((used.input_tokens * prices.input + used.output_tokens * prices.output) / 1_000_000);
