/** Reads a value's characters across separators: slashes, underscores, commas, tags, form boxes. */
import { HASH_START, hashStep, isTag } from '../../page/labels.ts';
import { KIND, KINDS, type Page } from '../../page/page.ts';
import { asDigit, isAlnum } from '../../shapes.ts';

/** Maximum number of units that a value spans. */
const LONGEST = 72;
const MOST_GAP = 5;
const LONGEST_TAG = 32;
/** Maximum number of characters in a value; one more means that the number continues. */
const MOST_CHARACTERS = 19;
const MOST_TAGS = 6;

/** Separators inside a value: tab, line break, space, '"', "'", '(', ')', ',', '-', '.', '/', ':', '[', ']', '_', '|'. */
const PARTING: ReadonlySet<number> = new Set([
  9, 10, 13, 32, 34, 39, 40, 41, 44, 45, 46, 47, 58, 91, 93, 95, 124,
]);
const PLUS = 43;
/** Separators that join a number: '-', '.', '/', '_', '|'. */
const JOINING: ReadonlySet<number> = new Set([45, 46, 47, 95, 124]);

/**
 * Returns the unit after an HTML tag at unit `at`, or `at` itself. XML elements do not count, because they name the value that
 * they contain.
 */
const pastTag = ({ codes, length }: Page, at: number): number => {
  if (codes[at] !== 60) return at;
  let hash = HASH_START;
  let name = codes[at + 1] === 47 ? at + 2 : at + 1;
  const first = name;
  while (name < length && name - first < 12 && KINDS[codes[name]!]! >= KIND.digit && isAlnum(codes[name]!))
    hash = hashStep(hash, KINDS[codes[name]!] === KIND.upper ? codes[name++]! + 32 : codes[name++]!);
  if (name - first !== 1 && !isTag(hash)) return at;
  for (let end = at + 1; end < length && end - at <= LONGEST_TAG; end++)
    if (codes[end] === 62) return end + 1;
  return at;
};

/** Skips separators and tags from unit `at`. Returns the position after them, or -1 if there are too many. */
export const pastGap = (page: Page, at: number, most: number): number => {
  let end = at;
  let signs = 0;
  let lines = 0;
  let tags = 0;
  while (end < page.length) {
    const past = pastTag(page, end);
    if (past > end) {
      if (++tags > MOST_TAGS) return -1;
      end = past;
      continue;
    }
    const code = page.codes[end]!;
    if (
      !PARTING.has(code) &&
      !(most > MOST_GAP && (code === 61 || code === 35 || code === 62 || code === 123))
    )
      break;
    if (code === 10 && ++lines > 1) return -1;
    if (++signs > most) return -1;
    end++;
  }
  return end;
};

/** A value read loosely: its characters, the unit after each, and the number of corrected characters. */
export interface Read {
  readonly text: string;
  readonly start: number;
  readonly ends: readonly number[];
  /** Lengths of the value's parts. */
  readonly parts: readonly number[];
  readonly misread: number;
  readonly plain: boolean;
}

/**
 * Reads letters and digits across separators from unit `start`. For a number, reads only digits and letters that look like
 * digits.
 */
export const readFrom = (page: Page, start: number, until: number, numeric: boolean): Read | null => {
  const { codes } = page;
  let text = '';
  let misread = 0;
  let plain = true;
  let pluses = 0;
  const ends: number[] = [];
  const parts: number[] = [];
  for (let at = start; at < until && at - start < LONGEST;) {
    let end = at;
    let digits = 0;
    let strange = false;
    while (end < until && end - at <= LONGEST && isAlnum(codes[end]!)) {
      if (KINDS[codes[end]!] === KIND.digit) digits++;
      else if (numeric && asDigit(codes[end]!) === undefined) strange = true;
      end++;
    }
    // A word does not belong to the number, except a single letter among single digits.
    const single = end - at === 1 && parts.every((length) => length === 1) && parts.length > 0;
    // A longer word cannot be a value, so reading stops here.
    if (end === at || end - at > LONGEST || (numeric && (strange || (digits === 0 && !single)))) break;
    for (let unit = at; unit < end; unit++) {
      const code = codes[unit]!;
      if (KINDS[code] === KIND.digit || !numeric)
        text += String.fromCharCode(code >= 97 && code <= 122 ? code - 32 : code);
      else {
        text += asDigit(code)!;
        misread++;
      }
      ends.push(unit + 1);
    }
    parts.push(end - at);
    if (text.length > MOST_CHARACTERS) break;
    // In a form that is part of a URL, a plus stands for each space: "6092+1930+3282".
    const isPlus = codes[end] === PLUS && end + 1 < until && isAlnum(codes[end + 1]!);
    if (isPlus ? pluses < parts.length - 1 : pluses > 0) break;
    if (isPlus) pluses++;
    const next = isPlus ? end + 1 : pastGap(page, end, MOST_GAP);
    if (next < 0 || next >= until || next === end) break;
    for (let unit = end; unit < next; unit++) if (codes[unit] !== 32 && codes[unit] !== 45) plain = false;
    at = next;
  }
  return text === '' ? null : { text, start, ends, parts, misread, plain };
};

/** Returns the unit after the first `count` characters if a part ends there and the number does not continue, else -1. */
export const endOf = (page: Page, { ends, parts }: Read, count: number): number => {
  let total = 0;
  for (let nth = 0; nth < parts.length && total < count; nth++) total += parts[nth]!;
  if (total !== count) return -1;
  const end = ends[count - 1]!;
  // The next form's boxes may start on the next line: "|9|M|", then "NAME |A|…".
  const goesOn =
    ends.length > count &&
    ends[count]! - end <= 3 &&
    JOINING.has(page.codes[end]!) &&
    page.codes[end + 1] !== 10;
  return goesOn || page.codes[end] === 37 ? -1 : end;
};
