/**
 * Permanent Account Number (Income-tax Rules 1962, rule 114): five letters, four digits, one letter. The fourth letter indicates
 * the kind of holder; the fifth is the initial of the surname or name. The last is a check letter computed by an unpublished
 * rule.
 */
import { normalise } from '../text/reading.ts';

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

const BY_LETTER: ReadonlyMap<string, PanHolder> = new Map(Object.entries(HOLDERS));

/** Returns whether PANs are issued with this fourth letter, a capital. */
export const isHolderLetter = (letter: string): boolean => BY_LETTER.has(letter);

const compact = (text: string): string => normalise(text).replaceAll(/[\s-]/g, '').toUpperCase();

/** Returns whether a string has the shape of a PAN (upper or lower case, spaces allowed). Does not check the kind of holder. */
export const isPan = (text: string): boolean => /^[A-Z]{5}\d{4}[A-Z]$/.test(compact(text));

/**
 * Returns the kind of holder indicated by a PAN's fourth letter; undefined if no PAN is issued with that letter or the shape is
 * wrong.
 */
export const panHolder = (text: string): PanHolder | undefined =>
  isPan(text) ? BY_LETTER.get(compact(text).charAt(3)) : undefined;
