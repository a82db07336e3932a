/** Joins the rows of a bill whose description continues on the next row. */
import type { Row, Word } from './layout.ts';

const FIGURE = /^[\p{N}.,/%₹*×x()+-]+$/u;
const LETTERS = /\p{L}{2}/u;
/** Maximum distance between the rows, as a multiple of the writing's height, and how exactly their left edges agree. */
const CLOSE = 1.9;
const LEVEL = 1.2;

export const unwrapped = (rows: readonly Row[]): readonly Row[] => {
  const joined: Row[] = [];
  for (const row of rows) {
    const before = joined.at(-1);
    const description = before === undefined ? undefined : descriptionOf(before);
    if (before === undefined || description === undefined || !continues(row, description)) {
      joined.push(row);
      continue;
    }
    const words = row.map((word) => ({ ...word, apart: false }));
    joined[joined.length - 1] = [
      ...before.slice(0, description.end),
      ...words,
      ...before.slice(description.end),
    ];
  }
  return joined;
};

interface Description {
  readonly first: Word;
  readonly last: Word;
  /** Height of the writing, which a word without tall letters does not have. */
  readonly height: number;
  readonly right: number;
  /** Index of the word after the description. */
  readonly end: number;
}

/** Returns the words at the start of an item's row, if numbers follow them. */
const descriptionOf = (row: Row): Description | undefined => {
  const start = row.findIndex(({ text }) => LETTERS.test(text));
  const end = row.findIndex(
    ({ text, apart }, at) => at > start && apart && FIGURE.test(text) && /\p{N}/u.test(text),
  );
  if (start < 0 || end < 0) return undefined;
  const words = row.slice(start, end);
  const lowest = words.reduce((low, word) => (word.at[1] > low.at[1] + 1 ? word : low));
  const height = Math.max(...words.map(({ at }) => at[3] - at[1]));
  return { first: words[0]!, last: lowest, height, right: row[end]!.at[0], end };
};

const continues = (row: Row, { first, last, height, right }: Description): boolean => {
  const [start] = row;
  return (
    start !== undefined &&
    start.box !== null &&
    row.every(
      ({ text, apart }, at) => !(apart && at > 0) && !/^[\p{N}.,]*\p{N},\p{N}{2,3}(?:\.\p{N}+)?$/u.test(text),
    ) &&
    Math.abs(start.at[0] - first.at[0]) <= LEVEL * height &&
    row.at(-1)!.at[2] < right &&
    start.at[1] - last.at[3] < (CLOSE - 1) * height &&
    !row.some(({ text }) => text.endsWith(':'))
  );
};
