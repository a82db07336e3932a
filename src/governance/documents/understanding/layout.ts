/** Rebuilds a page's rows from the places of its words, because recognition reads forms in columns and blocks. */
import type { Box, PageRead } from '../read-document.ts';
import { slantOf, straightened } from './slant.ts';

export interface Word {
  readonly text: string;
  readonly confidence: number;
  /** Place on the displayed page. */
  readonly box: Box | null;
  /** Place after the page was straightened. */
  readonly at: Box;
  /** Whether a wide gap separates this word from the previous one in the row. */
  readonly apart: boolean;
}

/** Words at the same height, from left to right. */
export type Row = readonly Word[];

/** Minimum width of a gap between two cells, as a multiple of the writing's height. */
const WIDE = 1.6;
/** Maximum height of writing that counts for its gaps, as a multiple of the height of the page's words. Titles are set larger. */
const HIGHER = 1.3;
/** Maximum distance between the middles of two pieces of a row, as a share of the lower piece's height. */
const NEAR = 0.55;
/** Maximum number of words to read on a page. A page with more is not a form. */
const MOST_WORDS = 8_000;

type Piece = Word[];

export const rowsOf = (page: PageRead): readonly Row[] => {
  const rows: Piece[] = [];
  // Pieces without a place are filled-in values of a PDF form. They follow the rows, in the order of the
  // text.
  const loose: Piece[] = [];
  for (const piece of piecesOf(page).toSorted((a, b) => middleOf(a) - middleOf(b))) {
    if (piece[0]!.box === null) {
      loose.push(piece);
      continue;
    }
    const row = rows.slice(-12).findLast((found) => fits(piece, found));
    if (row === undefined) rows.push([...piece]);
    else row.push(...piece);
  }
  const usual = medianOf(rows.flat().map(heightOf));
  return [...rows.toSorted((a, b) => middleOf(a) - middleOf(b)), ...loose].map((row) =>
    withGaps(
      row.toSorted((a, b) => a.at[0] - b.at[0]),
      usual,
    ),
  );
};

/** Returns the text's lines. Recognition may split one row into several lines. */
const piecesOf = (page: PageRead): readonly Piece[] => {
  const signs = [...page.text];
  const slant = slantOf(page, signs);
  const pieces: Piece[] = [];
  let last = 0;
  let current: Piece | undefined;
  for (const { start, end, confidence, box } of page.words.slice(0, MOST_WORDS)) {
    const text = signs.slice(start, end).join('');
    const at = straightened(box ?? [0, 0, 0, 0], slant);
    const word = { text, confidence, box, at, apart: false };
    const before = current?.at(-1);
    const continues =
      before !== undefined &&
      !signs.slice(last, start).includes('\n') &&
      (before.box === null) === (box === null);
    if (continues) current!.push(word);
    else pieces.push((current = [word]));
    last = end;
  }
  return pieces;
};

const heightOf = ({ at }: Word): number => Math.max(at[3] - at[1], 1);

/** A dash or a full stop is lower than its line. */
const heightOfAll = (words: Piece): number => Math.max(...words.map(heightOf));

const middleOf = (piece: Piece): number =>
  piece.reduce((sum, { at }) => sum + at[1] + at[3], 0) / (2 * piece.length);

/** Returns whether a piece belongs to a row: at the height of the row's nearest word, and not above or below another word. */
const fits = (piece: Piece, row: Piece): boolean => {
  const [first, last] = [piece[0]!, piece.at(-1)!];
  if (row.some(({ at }) => at[0] < last.at[2] && first.at[0] < at[2])) return false;
  const distance = ({ at }: Word): number => Math.max(at[0] - last.at[2], first.at[0] - at[2]);
  const nearest = row.reduce((best, word) => (distance(word) < distance(best) ? word : best));
  const end = nearest.at[0] >= last.at[2] ? last : first;
  const apart = Math.abs(nearest.at[1] + nearest.at[3] - end.at[1] - end.at[3]) / 2;
  return apart <= NEAR * Math.min(heightOfAll(row), heightOfAll(piece));
};

const medianOf = (heights: readonly number[]): number =>
  heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 1;

/** @param usual height of the page's words */
const withGaps = (row: Piece, usual: number): Row => {
  // A misread line or sign may be much higher than the writing, and words in Devanagari are higher than those in Latin.
  const heights = row.map(heightOf).toSorted((a, b) => b - a);
  const wide = WIDE * Math.min(heights[Math.floor(heights.length / 4)]!, HIGHER * usual);
  return row.map((word, at) => {
    const before = row[at - 1];
    return { ...word, apart: before === undefined || word.at[0] - before.at[2] > wide };
  });
};

/** Joins a row's words as text. Two spaces separate cells. */
export const textOf = (words: readonly Word[]): string =>
  words.map(({ text, apart }, at) => (at === 0 ? '' : apart ? '  ' : ' ') + text).join('');

/** Returns the rectangle around words on the displayed page; undefined if the place of one is unknown. */
export const aroundWords = (words: readonly Word[]): Box | undefined => {
  const boxes = words.flatMap(({ box }) => (box === null ? [] : [box]));
  if (boxes.length === 0 || boxes.length < words.length) return undefined;
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ];
};
