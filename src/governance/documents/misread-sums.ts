/**
 * Finds sums in recognised text whose form shows that a sign in them was misread. Their place is known, but
 * not their value.
 */
import type { Source, Span } from './source.ts';

/** A rupee sign is often read as the sign of another currency. */
const OTHER_SIGN = /(?<=[€£] ?)\d[\d,]*(?:\.\d{2})?(?![.,]?\d)/gu;
/** A comma that was read as a full stop: `1.21,068.00`. */
const MIXED = /(?<![\p{L}\d.,/-])\d{1,3}(?:[.,]\d{2,3})+[.,]\d{2}(?![\p{L}\d/]|[.,]\d)/gu;
const USUAL = /^(?:\d+|\d{1,3}(?:,\d{2,3})+)\.\d{2}$|^\d{1,2}([.,])\d{2}\1\d{2}$|^[\d,]+$/;

/** Returns whether a recognised sum stands behind the sign of another currency. */
export const hasOtherSign = ({ isRecognised, plain }: Source, { start }: Span): boolean =>
  isRecognised && /[€£] ?$/u.test(plain.slice(Math.max(0, start - 2), start));

export const misreadSums = (source: Source): readonly Span[] => {
  if (!source.isRecognised) return [];
  const spans = (form: RegExp): readonly Span[] =>
    [...source.plain.matchAll(form)].map(({ index, 0: written }) => ({
      start: index,
      end: index + written.length,
    }));
  const mixed = spans(MIXED).filter(({ start, end }) => !USUAL.test(source.plain.slice(start, end)));
  return [...spans(OTHER_SIGN), ...mixed];
};
