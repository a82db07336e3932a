import { labelBefore } from '../pii/label/context.ts';
import { LABEL, type Label } from '../pii/page/labels.ts';
import { countBelow, type Source, type Span } from './source.ts';

/** "Code" alone is a label of its own, except after one of these words. */
const IFSC_CODE = /\b(?:ifsc|ifs|rtgs|neft) code[\s:.=#-]{0,5}$/i;

/** Returns the label that comes directly before a unit, with only filler words in between; unknown if there is none. */
export const labelAt = ({ page, plain }: Source, at: number): Label => {
  if (IFSC_CODE.test(plain.slice(Math.max(0, at - 24), at))) return LABEL.ifsc;
  const { label, attached } = labelBefore(page, at, countBelow(page.wordStart, at), LABEL.card);
  return attached ? label : LABEL.unknown;
};

/** Returns a span's capitals and digits without separators. */
export const compactOf = ({ plain }: Source, { start, end }: Span): string =>
  plain
    .slice(start, end)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
