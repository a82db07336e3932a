/**
 * Reads a PAN card's layout: the holder, the father and the date of birth follow below the heading. Cards from before 2018 do not
 * have labels; on later ones, recognition garbles the small labels more often than the large names.
 */
import { countBelow, type Source, type Span } from './source.ts';

export interface PanCard {
  readonly holder: Span | undefined;
  readonly father: Span | undefined;
  /** All names, including those whose owner is unknown. */
  readonly names: readonly Span[];
  /** The date of birth if it is alone on its line; it may have no label. */
  readonly birth: Span | undefined;
}

const HEADING = /income[ -]?tax dep|आयकर विभाग|permanent account n/iu;
/** Maximum length of a card's text, including all recognition noise. A letter from the department is longer. */
const LONGEST_CARD = 1_500;
/** Words that are printed on cards but are not part of a name, including the misspellings that recognition produces. */
const PRINTED =
  /\b(?:income|tax|dep\w*t|govt?\.?|government|india|permanent|account|number|signature|name|nane|father\w*|fat\w*rs?|birth|date|card|dob|of|applicant|unique|sample)\b|[\p{Script=Devanagari}]/iu;
const DATE_ALONE = /^[^\p{L}\d]*(?<date>\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4})[^\p{L}\d]*$/u;
const CAPITALS = /\p{Lu}[\p{Lu}.'’]*(?:[ \t]{1,3}\p{Lu}[\p{Lu}.'’]*){0,5}/u;
/** Maximum number of letters beside a name that recognition may have read in the photo or the hologram. */
const MOST_NOISE = 3;

interface Row extends Span {
  readonly text: string;
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** Returns the name in capitals if the row contains nothing else. */
const nameIn = ({ start, text }: Row): Span | undefined => {
  const match = CAPITALS.exec(text);
  // The letters of a PAN are not a name.
  if (match === null || PRINTED.test(text) || /\d{3}/.test(text)) return undefined;
  const words = match[0].split(/[\s.]+/);
  const isReal = words.some((word) => word.length >= 3) && lettersOf(match[0]).length >= 4;
  const isSpoken = words.length > 1 || /[AEIOUY]/.test(match[0]);
  if (!isReal || !isSpoken || lettersOf(text).length - lettersOf(match[0]).length > MOST_NOISE)
    return undefined;
  return { start: start + match.index, end: start + match.index + match[0].length };
};

const rowsOf = (plain: string): readonly Row[] => {
  const rows: Row[] = [];
  let start = 0;
  for (const line of plain.split('\n')) {
    const text = line.trim();
    const indent = line.search(/\S/);
    if (indent >= 0) rows.push({ start: start + indent, end: start + line.trimEnd().length, text });
    start += line.length + 1;
  }
  return rows;
};

export const isPanCard = ({ plain }: Source, isSaidToBe: boolean): boolean =>
  plain.length <= LONGEST_CARD && HEADING.test(plain) && (isSaidToBe || /permanent account/i.test(plain));

/**
 * Finds the holder's and the father's name by their positions. If recognition finds only one name, it is assigned to neither of
 * them, because it is unclear which one is missing.
 */
export const readPanCard = ({ plain }: Source): PanCard => {
  const rows = rowsOf(plain);
  const headings = rows.filter(({ text }) => HEADING.test(text)).map(({ start }) => start);
  const dated = rows.findIndex((row) => DATE_ALONE.test(row.text));
  const birth = dated < 0 ? undefined : dateIn(plain, rows[dated]!);
  const names = rows
    .slice(0, dated < 0 ? rows.length : dated)
    .filter(({ start }) => countBelow(headings, start) > 0)
    .flatMap((row) => nameIn(row) ?? []);
  const [holder, father] = names.length < 2 || dated < 0 ? [] : names.slice(-2);
  return { holder, father, names, birth };
};

const dateIn = (plain: string, row: Row): Span | undefined => {
  const match = /\d.*\d/u.exec(plain.slice(row.start, row.end));
  return match === null
    ? undefined
    : { start: row.start + match.index, end: row.start + match.index + match[0].length };
};
