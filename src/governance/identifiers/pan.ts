/**
 * Permanent Account Number (Income-tax Rules 1962, rule 114): five letters, four digits, one letter. The fourth letter
 * names the kind of holder, the fifth is the first letter of the surname or name. The last letter is a check letter, but
 * its rule is unpublished.
 */
import { normalise } from '../text.ts';

const HOLDERS = {
  A: 'association of persons',
  B: 'body of individuals',
  C: 'company',
  F: 'firm or limited liability partnership',
  G: 'government agency',
  H: 'Hindu undivided family',
  J: 'artificial juridical person',
  L: 'local authority',
  P: 'individual',
  T: 'trust',
} as const;

export type PanHolder = (typeof HOLDERS)[keyof typeof HOLDERS];

const compact = (text: string): string => normalise(text).replaceAll(/[\s-]/g, '').toUpperCase();

/** True when the text has the shape of a PAN (letters of any case, spaces allowed); says nothing about the holder. */
export const isPan = (text: string): boolean => /^[A-Z]{5}\d{4}[A-Z]$/.test(compact(text));

/** The kind of holder that the fourth letter of a PAN names; undefined when none is issued for it or the shape is wrong. */
export const panHolder = (text: string): PanHolder | undefined =>
  isPan(text) ? HOLDERS[compact(text)[3] as keyof typeof HOLDERS] : undefined;
