import { paginate, type Page } from '../pii/page.ts';
import { normalise, sourceEnd, sourceStart } from '../text.ts';

/** A stretch of the text's reading, in units of the reading. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch of the text in Unicode code points; `end` is exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A document's text, read once for all that looks for something in it. */
export interface Source {
  readonly text: string;
  readonly page: Page;
  /** The reading as a string: ASCII digits, plain spaces and dashes, nothing invisible. One unit each as in `page`. */
  readonly plain: string;
  /** A span as it is written in the text. */
  readonly raw: (span: Span) => string;
  readonly place: (span: Span) => Place;
  /** How surely the span was read from paper, 0 to 1; 1 where the text was given as text. */
  readonly sureness: (span: Span) => number;
  /** Indices of the text in UTF-16 units. */
  readonly cut: (span: Span) => { readonly from: number; readonly to: number };
}

const MARK = /\p{M}/u;

/** Where pairs of surrogates begin. */
const pairsOf = (text: string): number[] => {
  const pairs: number[] = [];
  for (let at = 0; at + 1 < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) pairs.push(at);
  }
  return pairs;
};

/** A mark that sits on the last character belongs to it, though the reading leaves it out. */
const behindMarks = (text: string, at: number): number => {
  let to = at;
  while (to < text.length && MARK.test(text.charAt(to))) to++;
  return to;
};

/** How many of the ascending numbers are below `limit`. */
export const countBelow = (ascending: readonly number[], limit: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** A recognised word in code points of the text, and how sure its recognition is. */
export type RecognisedWord = readonly [start: number, end: number, confidence: number];

/** @param words what was recognised, ascending; nothing where the text was given as text */
export const readSource = (text: string, words: readonly RecognisedWord[] = []): Source => {
  const page = paginate(text);
  const { reading } = page;
  const plain = reading.starts === null ? text : normalise(text);
  const pairs = reading.starts === null ? [] : pairsOf(text);
  const cut = ({ start, end }: Span): { from: number; to: number } => ({
    from: start < reading.length ? sourceStart(reading, start) : text.length,
    to: behindMarks(text, end > start ? sourceEnd(reading, end) : sourceStart(reading, start)),
  });
  const place = (span: Span): Place => {
    const { from, to } = cut(span);
    return { start: from - countBelow(pairs, from), end: to - countBelow(pairs, to) };
  };
  const ends = words.map(([, end]) => end);
  return {
    text,
    page,
    plain,
    cut,
    raw: (span) => {
      const { from, to } = cut(span);
      return text.slice(from, to);
    },
    place,
    sureness: (span) => {
      if (words.length === 0) return 1;
      const { start, end } = place(span);
      let least = 1;
      for (let nth = countBelow(ends, start + 1); nth < words.length && words[nth]![0] < end; nth++)
        least = Math.min(least, words[nth]![2]);
      return least;
    },
  };
};

/** @returns whether a span touches one of the others, which lie apart from each other; each answer takes a binary search */
export const occupied = (spans: readonly Span[]): ((span: Span) => boolean) => {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const starts = sorted.map(({ start }) => start);
  return ({ start, end }) => {
    const before = countBelow(starts, end);
    return before > 0 && sorted[before - 1]!.end > start;
  };
};
