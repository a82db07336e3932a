/** Reads the main noun of a form field's name: "Mobile for claim updates: 98…" contains a mobile number, whatever its purpose. */
import { hashesOf, LABEL, type Label } from '../page/labels.ts';
import { KIND, KINDS, type Page } from '../page/page.ts';

/** Maximum length of a field name, and maximum number of units from its colon to the value. */
const LONGEST = 72;
const MOST_GAP = 3;

/** Words after which the rest of a field's name only states a purpose. */
const PREPOSITIONS = hashesOf(
  'for of in on under against with regarding about linked per via as to used mapped attached tagged registered given',
);

/** Telephone labels that can also be verbs: in "call for claim: 98…" the number may be the claim's. */
const VERBS = hashesOf('call called calling dial ring rung reach text tell sms smsto sim');

const OPENING: Readonly<Record<number, number>> = { 41: 40, 93: 91 };

/** Returns whether a character ends a field name: ':' or '='. */
const endsField = (code: number | undefined): boolean => code === 58 || code === 61;

/**
 * Returns the start of a field, which follows a line break, ',', ';', '|', '{', '"', a tab, two spaces or a full stop and a
 * space.
 */
const startOf = ({ codes }: Page, end: number): number => {
  let at = end;
  while (at > 0 && end - at < LONGEST) {
    const code = codes[at - 1]!;
    if (
      code === 10 ||
      code === 44 ||
      code === 59 ||
      code === 124 ||
      code === 123 ||
      code === 34 ||
      code === 9
    )
      return at;
    if (code === 32 && codes[at - 2] === 32) return at;
    if (code === 32 && codes[at - 2] === 46) return at;
    at--;
  }
  return at;
};

/** Returns the opening position of the bracket that closes directly before unit `end`, or `end` if there is none. */
const beforeBracket = ({ codes }: Page, end: number): number => {
  const opening = OPENING[codes[end - 1] ?? 0];
  if (opening === undefined) return end;
  for (let at = end - 2; at >= 0 && end - at < LONGEST; at--) if (codes[at] === opening) return at;
  return end;
};

const isIdentity = (label: Label): boolean =>
  (label >= LABEL.aadhaar && label <= LABEL.vehicle) || label === LABEL.other;

/**
 * Returns the label of the main noun in the name of the field whose value starts at unit `at`, or `unknown` if there is none.
 * `word` is the number of words before the value.
 */
export const fieldHead = (page: Page, at: number, word: number): Label => {
  const { codes, wordStart, wordEnd, wordHash, wordLabel } = page;
  let colon = at - 1;
  while (colon > 0 && at - colon <= MOST_GAP && (codes[colon] === 32 || codes[colon] === 34)) colon--;
  if (!endsField(codes[colon])) return LABEL.unknown;
  let end = colon;
  while (end > 0 && codes[end - 1] === 32) end--;
  const outside = beforeBracket(page, end);
  const from = startOf(page, outside);
  let first = word;
  while (first > 0 && wordEnd[first - 1]! > from) first--;
  let until = outside;
  let head: Label = LABEL.unknown;
  let numbered = false;
  for (let nth = first; nth < word && wordStart[nth]! < outside; nth++) {
    const label = wordLabel[nth]!;
    if (PREPOSITIONS.has(wordHash[nth]!)) {
      if (head === LABEL.unknown) continue;
      until = wordStart[nth]!;
      break;
    }
    if (label === LABEL.number || label === LABEL.id) {
      numbered = true;
      // "Vendor no (to be allotted)".
      if (head === LABEL.unknown && nth > first && wordLabel[nth - 1] === LABEL.party) head = LABEL.other;
    } else if (isIdentity(label) && !VERBS.has(wordHash[nth]!)) {
      head = label;
      numbered = false;
    }
  }
  if (until === end) return LABEL.unknown;
  for (let unit = from; unit < until; unit++)
    if (KINDS[codes[unit]!] === KIND.digit && unit - from > 4) return LABEL.unknown;
  return head === LABEL.other && !numbered ? LABEL.unknown : head;
};
