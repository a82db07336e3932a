import { findAmounts, type FoundAmount } from './amounts.ts';
import { formatDecimal } from './decimal.ts';
import { hasOtherSign, misreadSums } from './misread-sums.ts';
import { occupied, type Source, type Span } from './source.ts';
import type { FoundTotal } from './totals.ts';
import { findWrittenAmounts } from './words.ts';

/**
 * Minimum confidence for digits in an amount of money. Digits recognised with less confidence are guesses, which must not count.
 */
const LEAST_SURE = 0.6;

/** Returns whether a sum was recognised with so little confidence that its value is uncertain. */
export const isUnsure = (source: Source, span: Span): boolean => source.sureness(span) < LEAST_SURE;

export interface DocumentAmount extends FoundAmount {
  readonly form: 'figures' | 'words';
  /** Whether the value is uncertain because recognition may have misread it. */
  readonly unsure: boolean;
  /** Whether the words repeat a sum that is also written in figures. */
  readonly repeats: boolean;
}

/**
 * Collects a document's amounts in text order: sums marked by a currency, sums marked by a label if the document is an invoice,
 * and sums in words.
 */
export const collectAmounts = (source: Source, sums: readonly FoundTotal[]): readonly DocumentAmount[] => {
  const marked = findAmounts(source);
  const isTaken = occupied(marked);
  const labelled = sums
    .filter((sum) => !isTaken(sum))
    .map((sum): FoundAmount => {
      const { start, end } = sum;
      return {
        start,
        end,
        raw: source.raw(sum),
        rupees: formatDecimal(sum.value),
        broken: false,
        confidence: 0.8,
      };
    });
  const figures = [...marked, ...labelled].map((figure) => {
    const unsure = !figure.broken && (isUnsure(source, figure) || hasOtherSign(source, figure));
    return { ...figure, unsure, rupees: unsure ? null : figure.rupees };
  });
  const isFound = occupied(figures.toSorted((a, b) => a.start - b.start));
  const misread = misreadSums(source)
    .filter((span) => !isFound(span))
    .map((span) => ({
      ...span,
      raw: source.raw(span),
      rupees: null,
      broken: false,
      unsure: true,
      confidence: source.sureness(span),
      form: 'figures' as const,
      repeats: false,
    }));
  const known = new Set(figures.map(({ rupees }) => rupees));
  return [
    ...figures.map((figure) => ({ ...figure, form: 'figures' as const, repeats: false })),
    ...misread,
    ...findWrittenAmounts(source).map(({ start, end, rupees }) => ({
      start,
      end,
      rupees,
      raw: source.raw({ start, end }),
      broken: false,
      unsure: false,
      confidence: 0.85,
      form: 'words' as const,
      repeats: rupees !== null && known.has(rupees),
    })),
  ].toSorted((a, b) => a.start - b.start);
};
