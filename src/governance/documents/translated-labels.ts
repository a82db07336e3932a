/** Distinguishes names from labels on bilingual forms, which print a label in English beside or below the one in Hindi. */
import type { Span } from './source.ts';

const WORDS =
  'name|full|of|the|insured|person|patient|policy|policyholder|holder|proposer|applicant|customer|member|claimant|employee|account|hospital|bank|branch|father|mother|husband|wife|spouse|nominee|guardian';

/** Source of a pattern for the English label after one in Hindi: `नाम Name: Meera`, `नाम Insured Person: Meera`. */
export const TRANSLATED = String.raw` {1,3}(?:(?:${WORDS})(?:['’]?s)? ){0,4}(?:name\b|(?:${WORDS})(?:['’]?s)?(?= ?[:=]))`;

const ONE_WORD = /^\S+$/u;
const SIGN = /^ ?[:=]/u;

/**
 * Returns whether the text after a label without a sign is another label, because it is one word with a sign
 * after it.
 */
export const isLabelAt = (plain: string, { start, end }: Span): boolean =>
  ONE_WORD.test(plain.slice(start, end)) && SIGN.test(plain.slice(end, end + 2));
