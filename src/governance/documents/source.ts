import { paginate, type Page } from '../pii/page/page.ts';
import { normalise, sourceEnd, sourceStart } from '../text/reading.ts';

/** A range of the normalised text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A range of the text in Unicode code points; `end` is exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A document's text, which is read once for all searches. */
export interface Source {
  readonly text: string;
  readonly page: Page;
  /**
   * The normalised text: ASCII digits, plain spaces and dashes, no invisible characters. Positions are the same as in `page`.
   */
  readonly plain: string;
  /** Returns a span as written in the text. */
  readonly raw: (span: Span) => string;
  readonly place: (span: Span) => Place;
  /** Returns the confidence, from 0 to 1, with which a span was recognised; 1 if the document was submitted as text. */
  readonly sureness: (span: Span) => number;
  /** Whether the text was recognised in a picture. */
  readonly isRecognised: boolean;
  /** Returns a span as UTF-16 indices in the text. */
  readonly cut: (span: Span) => { readonly from: number; readonly to: number };
}

const MARK = /\p{M}/u;

/** Returns the start indices of surrogate pairs. */
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

/**
 * Returns the position after any combining marks at `at`. The normalised text omits these marks, although they belong to the
 * last character.
 */
const behindMarks = (text: string, at: number): number => {
  let to = at;
  while (to < text.length && MARK.test(text.charAt(to))) to++;
  return to;
};

/** Returns how many of the numbers are below `limit`. They must be in ascending order. */
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

/** A recognised word: its range in the text, in code points, and the confidence of its recognition. */
export type RecognisedWord = readonly [start: number, end: number, confidence: number];

/** @param words recognised words in ascending order; empty if the document was submitted as text */
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
    isRecognised: words.length > 0,
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

/**
 * @returns a function that uses binary search to find out whether a span overlaps one of these spans, which must not overlap each
 * other
 */
export const occupied = (spans: readonly Span[]): ((span: Span) => boolean) => {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const starts = sorted.map(({ start }) => start);
  return ({ start, end }) => {
    const before = countBelow(starts, end);
    return before > 0 && sorted[before - 1]!.end > start;
  };
};
