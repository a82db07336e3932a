/**
 * A landline number without an area code, recognisable by its extension or its label: "2304 428 (ext 31)", "Tel: 2551188, 2551189".
 */
import { contextOf, edgeOf, type Detector, type Search } from '../candidate.ts';
import { hashesOf, LABEL, type Label } from '../page/labels.ts';
import { EDGE, endsClean, groupingKey, standsAlone } from '../numbers.ts';
import { SEP, type Page } from '../page/page.ts';
import { isAlnum } from '../shapes.ts';

const GROUPINGS: readonly number[] = [
  groupingKey(6),
  groupingKey(7),
  groupingKey(8),
  groupingKey(3, 3),
  groupingKey(3, 4),
  groupingKey(4, 3),
  groupingKey(4, 4),
];

const EXTENSION = /^ ?[,/(-]? ?(?:ext|extn|extension)\b[ .:-]{0,3}(?:no[ .:]{0,2})?\d{1,5}(?!\d)/i;
const REACH = 28;

const CONTRARY: ReadonlySet<Label> = new Set<Label>([
  LABEL.other,
  LABEL.money,
  LABEL.account,
  LABEL.thing,
  LABEL.id,
]);

/** Labels of telephones that may be landlines. A number to "call" or "text" may be anything else. */
const LANDLINES = hashesOf(
  'phone phones ph tel tele telephone telephones landline landlines telecom fax phn fone फोन दूरभाष टेलीफोन लैंडलाइन',
);

/** Words and letters between such a label and its number: "Tel. No.", "Ph (O)". */
const BETWEEN: ReadonlySet<Label> = new Set<Label>([LABEL.number, LABEL.filler]);
const PLACES = hashesOf('o r w h off office res resi residence work home direct board');
const MOST_BETWEEN = 3;

const SPACE = 32;
/** What may separate the numbers of a list: ' ', ',', '/', '&', ';', and "(O)", "(R)" for office and residence. */
const LISTS: ReadonlySet<number> = new Set([...' ,/&;()OR'].map((sign) => sign.charCodeAt(0)));
const LONGEST_LIST_GAP = 6;
const LONGEST_LIST = 4;

const isYear = (four: number): boolean => four >= 1900 && four < 2100;

/** Returns whether eight digits are a date: 20261124, 24112026. */
const isDate = (page: Page, start: number, end: number): boolean => {
  if (end - start !== 8) return false;
  const text = String.fromCharCode(...page.codes.subarray(start, end));
  return (
    /^20[0-4]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
    /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])20[0-4]\d$/.test(text)
  );
};

/** Returns whether a landline's label is directly before the number, on the same line and with a sign or "no" in between. */
const isNamed = (page: Page, start: number, word: number): boolean => {
  const { codes, wordStart, wordEnd, wordHash, wordLabel } = page;
  let numbered = false;
  let edge = start;
  for (let nth = word - 1; nth >= 0 && nth >= word - 1 - MOST_BETWEEN; nth--) {
    for (let at = wordEnd[nth]!; at < edge; at++) {
      const code = codes[at]!;
      if (code === 58 || code === 46 || code === 45 || code === 41 || code === 61) numbered = true;
      else if (code !== SPACE && code !== 9 && code !== 40 && code !== 34 && code !== 39) return false;
    }
    edge = wordStart[nth]!;
    const label = wordLabel[nth]!;
    if (LANDLINES.has(wordHash[nth]!)) return numbered && !isAlnum(codes[edge - 1] ?? SPACE);
    if (label === LABEL.number) numbered = true;
    if (!BETWEEN.has(label) && !PLACES.has(wordHash[nth]!)) return false;
  }
  return false;
};

/** Returns whether a landline number of the same length under a label comes before, as in "Ph: 2551188, 2551189". */
const followsAnother = ({ page, claimed, group }: Search, length: number): boolean => {
  const { codes, groupStart, groupEnd, groupWord } = page;
  let next = group;
  for (let listed = 0; listed < LONGEST_LIST; listed++) {
    if (next === 0 || claimed[next - 1] === 0) return false;
    const end = groupEnd[next - 1]!;
    if (groupStart[next]! - end > LONGEST_LIST_GAP) return false;
    for (let at = end; at < groupStart[next]!; at++) if (!LISTS.has(codes[at]!)) return false;
    let digits = 0;
    while (next > 0 && claimed[next - 1] !== 0 && digits < length) {
      next--;
      digits += groupEnd[next]! - groupStart[next]!;
    }
    if (digits !== length) return false;
    if (isNamed(page, groupStart[next]!, groupWord[next]!)) return true;
  }
  return false;
};

/** Finds six to eight digits with an extension or under a landline's label. A subscriber number starts with 2 to 7. */
export const findLocalLandline: Detector = (search) => {
  const { page, chain, claimed, group, start } = search;
  const { digits } = chain;
  if (digits[0]! < 2 || digits[0]! > 7 || (edgeOf(search) & ~EDGE.equals) !== 0) return null;
  if (page.groupSep[group] !== SEP.none && claimed[group - 1] === 0) return null;
  for (let k = Math.min(1, chain.count - 1); k >= 0; k--) {
    if (!GROUPINGS.includes(chain.keys[k]!)) continue;
    const sep = chain.seps[1]!;
    if (k > 0 && sep !== SEP.space && sep !== SEP.hyphen) continue;
    if (k > 0 && isYear(digits[0]! * 1000 + digits[1]! * 100 + digits[2]! * 10 + digits[3]!)) continue;
    const end = page.groupEnd[group + k]!;
    if (!standsAlone(page, chain, k, claimed)) continue;
    const behind = String.fromCharCode(...page.codes.subarray(end, end + REACH));
    if (EXTENSION.test(behind)) {
      const { label, attached } = contextOf(search);
      if (attached && CONTRARY.has(label)) return null;
      return { type: 'phone', start, end, confidence: label === LABEL.phone ? 0.9 : 0.7 };
    }
    if (!endsClean(page, end) || isDate(page, start, end)) continue;
    if (isNamed(page, start, page.groupWord[group]!) || followsAnother(search, chain.totals[k]!))
      return { type: 'phone', start, end, confidence: 0.8 };
  }
  return null;
};
