import type { Source, Span } from './source.ts';

export interface FoundNumber extends Span {
  readonly value: string;
  /**
   * Whether the number has the form required by CGST Rules 2017, rule 46 (b): at most 16 letters, digits, hyphens and slashes.
   */
  readonly wellFormed: boolean;
  readonly confidence: number;
}

const NUMBERED =
  /(?:\b(?:invoice|bill|inv|credit note|debit note|receipt|memo)(?![a-z])|बिल|चालान|रसीद)[ ]{0,2}(?:(?:no|num|number|nos|id|ref)\b\.?|#|नं\.?|संख्या|क्रमांक)[ ]{0,2}(?:[:#.=-]{1,2}[ ]{0,3}|\n[ ]{0,3})?(?<value>[A-Z\d][A-Z\d/_.-]{0,30})/giu;

const WELL_FORMED = /^[A-Z\d/-]{1,16}$/i;

/**
 * Finds the document number of an invoice, bill, note or receipt: a value with at least one digit after a label such as
 * "Invoice no."
 */
export const findInvoiceNumber = ({ plain }: Source): FoundNumber | undefined => {
  for (const match of plain.matchAll(NUMBERED)) {
    const value = match.groups!['value']!.replace(/[._-]+$/, '');
    if (!/\d/.test(value)) continue;
    const start = match.index + match[0].length - match.groups!['value']!.length;
    return { start, end: start + value.length, value, wellFormed: WELL_FORMED.test(value), confidence: 0.9 };
  }
  return undefined;
};
