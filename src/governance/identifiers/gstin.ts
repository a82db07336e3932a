/**
 * Goods and Services Tax Identification Number (CGST Rules 2017, rule 10): state code, PAN, registration number, a letter (Z for
 * regular taxpayers), check character. The published forms for deductors (TDS), e-commerce operators (TCS), non-residents, OIDAR
 * suppliers, government departments and UN bodies differ in the middle but use the same check.
 */
import { normalise } from '../text/reading.ts';

const VALUE = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Computes the check character for the first fourteen characters: alternating weights 1 and 2, base 36, quotient plus remainder.
 */
export const gstinCheckCharacter = (gstin: string): string => {
  let total = 0;
  for (let at = 0; at < 14; at++) {
    const product = VALUE.indexOf(gstin[at] ?? '') * (at % 2 === 0 ? 1 : 2);
    total += Math.floor(product / 36) + (product % 36);
  }
  return VALUE[(36 - (total % 36)) % 36]!;
};

/** Returns whether a code stands for a state (01 to 38), other territory (97) or the centre (99). */
export const isGstState = (code: string): boolean =>
  /^\d\d$/.test(code) && ((code >= '01' && code <= '38') || code === '97' || code === '99');

const FORMS = [
  /^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9ABD-J][\dA-Z]$/, // regular, composition, casual, SEZ, ISD
  /^\d\d[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z][DC][\dA-Z]$/, // TDS (D), TCS (C)
  /^\d\d[A-Z]{4}\d{5}[A-Z]\dZ[\dA-Z]$/, // government department
  /^\d{4}[A-Z]{3}\d{5}NR[\dA-Z]$/, // non-resident
  /^99\d\d[A-Z]{3}\d{5}OS[\dA-Z]$/, // OIDAR
  /^\d{4}[A-Z]{3}\d{5}[UO]N[\dA-Z]$/, // UN body, embassy
];

const compact = (text: string): string => normalise(text).replaceAll(/[\s-]/g, '').toUpperCase();

/** Returns whether fifteen upper-case characters have one of the published forms. Ignores the check character. */
export const gstinShape = (gstin: string): boolean =>
  isGstState(gstin.slice(0, 2)) && FORMS.some((form) => form.test(gstin));

/** Returns the PAN inside a regular GSTIN; undefined for any other string. */
export const panOfGstin = (text: string): string | undefined => {
  const pan = compact(text).slice(2, 12);
  return gstinShape(compact(text)) && /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? pan : undefined;
};
