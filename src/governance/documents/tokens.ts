import { labelBefore } from '../pii/context.ts';
import { LABEL, type Label } from '../pii/labels.ts';
import { countBelow, type Source, type Span } from './source.ts';

/** The label that stands directly before a unit, only filler words between; unknown where there is none. */
export const labelAt = ({ page }: Source, at: number): Label => {
  const { label, attached } = labelBefore(page, at, countBelow(page.wordStart, at), LABEL.card);
  return attached ? label : LABEL.unknown;
};

/** Capitals and digits of a span, without what separates them. */
export const compactOf = ({ plain }: Source, { start, end }: Span): string =>
  plain
    .slice(start, end)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
