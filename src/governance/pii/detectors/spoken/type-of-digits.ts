/** Decides the type of a spoken or boxed number, using only its digits and its label. */
import { aadhaarDigits } from '../../../identifiers/aadhaar.ts';
import { cardNetwork } from '../../../identifiers/card.ts';
import { luhnValid } from '../../../identifiers/luhn.ts';
import type { Candidate } from '../../candidate.ts';
import { LABEL, type Label } from '../../page/labels.ts';

/** Returns the type of the digits under `label`, and the confidence; null if the digits do not identify a person. */
export const typeOfDigits = (
  digits: string,
  label: Label,
): { type: Candidate['type']; confidence: number } | null => {
  const own = (type: Candidate['type'], at: Label): { type: Candidate['type']; confidence: number } => ({
    type,
    confidence: label === at ? 0.9 : 0.6,
  });
  if (digits.length >= 13 && cardNetwork(digits) !== undefined && (luhnValid(digits) || label === LABEL.card))
    return luhnValid(digits) ? own('card', LABEL.card) : { type: 'card', confidence: 0.55 };
  // In "Caller: eight six …" the label names the speaker, so twelve digits are a phone only if they start with the country code
  // 91.
  if (digits.length === 12 && !(label === LABEL.phone && digits.startsWith('91')) && aadhaarDigits(digits))
    return own('aadhaar', LABEL.aadhaar);
  if (digits.length === 12 && label === LABEL.aadhaar && /^[2-9]/.test(digits))
    return { type: 'aadhaar', confidence: 0.55 };
  if ((label === LABEL.account || label === LABEL.bank) && digits.length >= 9 && digits.length <= 18)
    return { type: 'bank_account', confidence: 0.8 };
  if (/^(?:91|0)?[6-9]\d{9}$/.test(digits)) return own('phone', LABEL.phone);
  return null;
};
