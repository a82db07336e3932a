import type { UsedTokens } from './client.ts';
import type { Prices } from './settings.ts';

/** Digits that a cost keeps. Sums of prices in binary fractions have more, such as 0.00021600000000000002. */
const DIGITS = 12;

/** Returns the cost of a turn. Tokens that the provider read from its cache, or wrote to it, have their own prices. */
export const costOf = (
  prices: Prices,
  { input_tokens, output_tokens, cached_tokens = 0, cache_write_tokens = 0 }: UsedTokens,
): number => {
  const cached = Math.min(cached_tokens, input_tokens);
  const written = Math.min(cache_write_tokens, input_tokens - cached);
  const fresh = input_tokens - cached - written;
  const millions =
    fresh * prices.input +
    cached * prices.cached +
    written * prices.cacheWrite +
    output_tokens * prices.output;
  return Number((millions / 1_000_000).toPrecision(DIGITS));
};
