/** Reads sums that have several parts: `5 crore 20 lakh`, `500 rupees and 50 paise`. */

/** Multipliers by size. Each part of a sum has a smaller multiplier than the part before it. */
const SIZES: readonly (readonly [size: number, words: RegExp])[] = [
  [7, /^(?:crores?|cr|करोड)$/i],
  [5, /^(?:lakhs?|lacs?|l|लाख)$/i],
  [3, /^(?:thousand|k|हजार)$/i],
  [2, /^(?:hundred|सौ)$/i],
];
const sizeOf = (unit: string): number => SIZES.find(([, words]) => words.test(unit))?.[0] ?? 0;

const UNIT = String.raw`(?:crores?|cr|lakhs?|lacs?|thousand|hundred|करोड|लाख|हजार|सौ)(?![\p{L}\p{M}\d])`;
const NUMBER = String.raw`\d[\d,]{0,6}(?:\.\d{1,3})?`;
const NEXT = new RegExp(`^[ ,]{1,2}(?:and[ ])?(?<number>${NUMBER})[ ]{0,2}(?<unit>${UNIT})`, 'iu');
const LAST = /^[ ,]{1,2}(?:and[ ])?(?<number>\d{1,5})(?=[ ]?(?:\/-|rupees|only))(?<unit>)/iu;
const EARLIER = new RegExp(
  `(?<![\\d.,])(?<number>${NUMBER})[ ]{0,2}(?<unit>${UNIT})[ ,]{1,2}(?:and[ ])?$`,
  'iu',
);
const PAISE = /^[ ,]{0,2}(?:and[ ]|&[ ])?(?<paise>\d{1,2})[ ]{0,2}(?:paise|paisa|ps)(?![\p{L}])/iu;
const WINDOW = 40;

export interface Part {
  readonly start: number;
  readonly end: number;
  readonly number: string;
  readonly unit: string;
}

const partOf = (match: RegExpExecArray, at: number): Part => {
  const { number = '', unit = '' } = match.groups ?? {};
  const start = at + match.index + match[0].indexOf(number);
  return { start, end: start + match[0].trimEnd().length - match[0].indexOf(number), number, unit };
};

/** Returns the parts after one that ends at `end` and has the multiplier `unit`. */
export const partsBehind = (plain: string, end: number, unit: string): readonly Part[] => {
  const parts: Part[] = [];
  let at = end;
  let size = sizeOf(unit);
  while (size > 0) {
    const window = plain.slice(at, at + WINDOW);
    const match = NEXT.exec(window) ?? LAST.exec(window);
    if (match === null) break;
    const part = partOf(match, at);
    const smaller = sizeOf(part.unit);
    if (smaller >= size) break;
    parts.push(part);
    at = part.end;
    size = smaller;
  }
  return parts;
};

/** Returns, in text order, the parts before the one that starts at `start` and has the multiplier `unit`. */
export const partsBefore = (plain: string, start: number, unit: string): readonly Part[] => {
  const parts: Part[] = [];
  let at = start;
  let size = sizeOf(unit);
  for (;;) {
    const from = Math.max(0, at - WINDOW);
    const match = EARLIER.exec(plain.slice(from, at));
    if (match === null) break;
    const number = match.groups!['number']!;
    const larger = sizeOf(match.groups!['unit']!);
    if (larger <= size) break;
    const begins = from + match.index;
    parts.unshift({ start: begins, end: at, number, unit: match.groups!['unit']! });
    at = begins;
    size = larger;
  }
  return parts;
};

/** Returns the paise after a sum of rupees, which ends at `end`. */
export const paiseBehind = (
  plain: string,
  end: number,
): { readonly end: number; readonly paise: bigint } | undefined => {
  const match = PAISE.exec(plain.slice(end, end + WINDOW));
  const paise = match?.groups?.['paise'];
  return match === null || paise === undefined
    ? undefined
    : { end: end + match[0].length, paise: BigInt(paise) };
};
