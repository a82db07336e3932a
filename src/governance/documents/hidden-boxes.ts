import { draftExtraction } from './extract.ts';
import type { Box, PageRead } from './read-document.ts';

/**
 * Returns the boxes to paint over before a page may be shown to somebody who may not see identifiers: every
 * word that the masked copy of the text does not repeat, and everything that was not read. Undefined if the
 * page cannot be masked, because the place of some words is unknown or some writing was not read.
 */
export const hiddenBoxes = (page: PageRead): readonly Box[] | undefined => {
  if (page.source === 'none') return undefined;
  const unread = [...page.unreadAreas, ...page.handwriting];
  if (page.unread > MOST_UNREAD && unread.length === 0) return undefined;
  const hidden: Box[] = [...unread];
  for (const { box } of maskedWords(page)) {
    if (box === null) return undefined;
    hidden.push(box);
  }
  return hidden;
};

/** Maximum share of writing without a reported place. Less than that may just as well be a stain. */
const MOST_UNREAD = 0.05;

/** Returns the words that differ between a page's text and its masked copy. */
const maskedWords = ({ text, words }: PageRead): PageRead['words'] => {
  const lines = text.split('\n');
  const masked = draftExtraction(text, 'auto').redacted.split('\n');
  let start = 0;
  const differing: { readonly from: number; readonly to: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const given = [...line];
    const shown = [...(masked[at] ?? '')];
    if (masked.length !== lines.length || shown.length !== given.length) {
      if (masked.length !== lines.length || shown.join('') !== line)
        differing.push({ from: start, to: start + given.length });
    } else
      for (const [offset, sign] of given.entries())
        if (sign !== shown[offset]) differing.push({ from: start + offset, to: start + offset + 1 });
    start += given.length + 1;
  }
  return words.filter(({ start: from, end }) =>
    differing.some((range) => range.from < end && range.to > from),
  );
};
