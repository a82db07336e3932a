import { maskText } from './mask.ts';
import { normalise } from './text.ts';

/** Ten or more digits in a row, or in the groups in which Aadhaar, card and phone numbers are written. */
const LONG_NUMBER = /\d{10,}|\d{4}(?:[ .-]\d{4}){2,}|\d{5}[ .-]\d{5}/g;

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
