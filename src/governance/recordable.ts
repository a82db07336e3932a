import { maskText } from './mask.ts';
import { normalise } from './text.ts';

/** Seven or more digits, separators between them allowed: longer than a date's parts or a PIN code, so it may name a person. */
const LONG_NUMBER = /\d(?:[ .\-/]?\d){6,}/g;

/**
 * A caller's text as records and ledger may keep it: identifiers masked, and besides every long number that no rule of
 * the scan claims, since a mistyped identifier still points at its owner.
 */
export const recordable = (text: string, maxLength = 120): string =>
  maskText(normalise(text))
    .replaceAll(LONG_NUMBER, (digits) => digits.replaceAll(/\d/g, 'X'))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
