/**
 * How the text around a bare number reads. Ten digits that begin with 6 to 9 are a mobile number or any other number; with no
 * label, a reader goes by what surrounds them: a name, a sentence and a trade on the one side, code, counters and records on
 * the other. All looks go back and forth over a bounded stretch of the number's own line.
 */
import { AROUND } from './evidence.ts';
import { LABEL, isTag, HASH_START, hashStep } from './labels.ts';
import { KIND, KINDS, type Page } from './page.ts';
import { lastUpTo } from './structure/cells.ts';
import { COPULAS, COUNTED, MACHINE, PEOPLE, ROLES, SPEECH, STATES, THINGS } from './setting-words.ts';

/** How far the looks go. A stream holds back more than this behind a number, and keeps more before it. */
const BEFORE = 100;
const BEHIND = 60;
/** Most units between a number and the word that stands beside it. */
const BESIDE = 4;

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;
/** A digit, or the X of a masked one: a masked text is read as it was before. */
const isNumber = (code: number | undefined): boolean => isDigit(code) || code === 88;
const isLine = (code: number | undefined): boolean => code === 10 || code === 13;
const isWord = (code: number | undefined): boolean => code !== undefined && KINDS[code]! >= KIND.digit;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The line around the number, as far as the looks go. */
const lineAround = ({ codes, length }: Page, start: number, end: number): Span => {
  let from = start;
  while (from > 0 && start - from < BEFORE && !isLine(codes[from - 1])) from--;
  let to = end;
  while (to < length && to - end < BEHIND && !isLine(codes[to])) to++;
  return { from, to };
};

/** What stands between the quotes around the number, when it is more than the number: a message in a record of a log. */
const messageAround = ({ codes }: Page, line: Span, start: number, end: number): Span => {
  let from = start;
  while (from > line.from && codes[from - 1] !== 34) from--;
  if (from === line.from || codes[from - 1] !== 34) return line;
  let to = end;
  while (to < line.to && codes[to] !== 34) to++;
  let spaces = 0;
  for (let at = from; at < to; at++) if (codes[at] === 32) spaces++;
  // Behind a quote that closes, the next sign is one of the record's.
  const opens = isWord(codes[from]) || codes[from]! > 127;
  return spaces > 0 && opens ? { from, to } : line;
};

/** Signs of code, each with its weight: two of weight 2 make a line of code. */
const SIGNS: Readonly<Record<number, number>> = {
  123: 2, // {
  125: 2, // }
  60: 2, // <
  62: 2, // >
  61: 2, // =
  94: 2, // ^
  92: 2, // \
  36: 2, // $
  96: 2, // `
  95: 2, // _
  126: 2, // ~
  91: 1, // [
  124: 1, // |
  59: 1, // ;
};

/** Behind an element of HTML that opens or closes at unit `at`; `at` for anything else. */
const pastElement = ({ codes }: Page, at: number, to: number): number => {
  let name = codes[at + 1] === 47 ? at + 2 : at + 1;
  const first = name;
  let hash = HASH_START;
  while (name < to && name - first < 12 && isWord(codes[name])) hash = hashStep(hash, codes[name++]! | 32);
  if (name - first > 1 ? !isTag(hash) : codes[first] === undefined || KINDS[codes[first]] === KIND.other)
    return at;
  for (let end = name; end < to; end++) if (codes[end] === 62) return end + 1;
  return at;
};

/** How much of the line is signs of code: the weights of the kinds of signs, each kind once. */
const codeIn = (page: Page, { from, to }: Span, start: number): number => {
  const { codes } = page;
  const seen = new Set<number>();
  let weight = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at]!;
    const sign = code === 47 && codes[at - 1] === 46 ? 2 : SIGNS[code];
    if (sign === undefined) continue;
    if (code === 60) {
      const past = pastElement(page, at, to);
      if (past > at && !(at < start && past > start)) {
        at = past - 1;
        continue;
      }
    }
    // A quoted mail begins its lines with ">".
    if (seen.has(code) || inAddress(page, at) || (code === 62 && at === from)) continue;
    seen.add(code);
    weight += sign;
  }
  return weight;
};

/** Whether a unit belongs to an address, masked or not. */
const inAddress = ({ addresses }: Page, at: number): boolean => {
  for (let nth = 0; nth < addresses.length; nth += 2)
    if (addresses[nth]! <= at && at < addresses[nth + 1]!) return true;
  return false;
};

/** Times to the second, sums filled up with zeros, and hashes: what programs write into their lines. */
const marksIn = (page: Page, { from, to }: Span): { clock: boolean; padded: boolean; hash: boolean } => {
  const { codes } = page;
  const marks = { clock: false, padded: false, hash: false };
  for (let at = from; at < to; at++) {
    if (at > 0 && isWord(codes[at - 1])) continue;
    if (!isWord(codes[at])) continue;
    let end = at;
    let turns = 0;
    let hex = true;
    let digits = true;
    for (; end < to && isWord(codes[end]) && end - at < 64; end++) {
      const code = codes[end]!;
      if (!isDigit(code)) digits = false;
      if (!isDigit(code) && !(code >= 97 && code <= 102)) hex = false;
      if (end > at && isDigit(code) !== isDigit(codes[end - 1])) turns++;
    }
    if (digits && end - at === 2 && isTime(codes, at)) marks.clock = true;
    if (digits && end - at >= 8 && codes[at] === 48 && codes[at + 1] === 48 && codes[at + 2] === 48)
      marks.padded = true;
    if (hex && turns >= 3 && end - at >= 7 && !inAddress(page, at)) marks.hash = true;
    if (codes[at] === 48 && codes[at + 1] === 120 && end - at > 2) marks.hash = true;
    at = end - 1;
  }
  return marks;
};

/** "10:20:31" begins at unit `at`. */
const isTime = (codes: Uint16Array, at: number): boolean =>
  codes[at + 2] === 58 &&
  codes[at + 5] === 58 &&
  isDigit(codes[at + 3]) &&
  isDigit(codes[at + 4]) &&
  isDigit(codes[at + 6]) &&
  isDigit(codes[at + 7]);

/** A word of at least three letters that begins with a capital and goes on in small letters. */
const isName = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean => {
  const [start, end] = [wordStart[nth]!, wordEnd[nth]!];
  if (end - start < 3 || KINDS[codes[start]!] !== KIND.upper) return false;
  if (isWord(codes[start - 1]) || codes[start - 1] === 95 || codes[start - 1] === 46) return false;
  if (isWord(codes[end]) || codes[end] === 95) return false;
  for (let at = start + 1; at < end; at++) if (KINDS[codes[at]!] === KIND.upper) return false;
  return true;
};

/** One to three capitals, or four without a vowel, in a line that has small letters too. */
const isCode = (page: Page, nth: number, line: Span): boolean => {
  const { codes, wordStart, wordEnd } = page;
  const [start, end] = [wordStart[nth]!, wordEnd[nth]!];
  if (end - start > 4 || isWord(codes[start - 1]) || codes[start - 1] === 46) return false;
  let vowels = 0;
  for (let at = start; at < end; at++) {
    if (KINDS[codes[at]!] !== KIND.upper) return false;
    if ([65, 69, 73, 79, 85].includes(codes[at]!)) vowels++;
  }
  if (end - start === 4 && vowels > 0) return false;
  if (ROLES.has(page.wordHash[nth]!)) return false;
  // An initial belongs to the name before it.
  if (end - start === 1) return nth === 0 || !isName(page, nth - 1);
  for (let at = line.from; at < line.to; at++)
    if (KINDS[codes[at]!] === KIND.lower || (codes[at] === 88 && codes[at + 1] === 88)) return true;
  // Between capitals it may be a short name: it is a code where it is the only word.
  return (nth === 0 || wordEnd[nth - 1]! < line.from) && (wordStart[nth + 1] ?? Infinity) >= line.to;
};

const BETWEEN: ReadonlySet<number> = new Set([9, 10, 13, 32, 34, 39, 40, 44, 45, 46, 47, 58, 91, 124]);

const FULL_STOP = 46;
const COMMA = 44;

const codeBetween = ({ codes }: Page, from: number, to: number, code: number): boolean => {
  for (let at = from; at < to; at++) if (codes[at] === code) return true;
  return false;
};

const hasComma = (page: Page, from: number, to: number): boolean => codeBetween(page, from, to, COMMA);

/** Whether only light punctuation, and at most one line break, stands in `[from, to)`. */
const beside = ({ codes }: Page, from: number, to: number): boolean => {
  if (to - from > BESIDE) return false;
  let lines = 0;
  for (let at = from; at < to; at++) {
    if (!BETWEEN.has(codes[at]!)) return false;
    if (codes[at] === 10 && ++lines > 1) return false;
  }
  return true;
};

const isScript = (page: Page, nth: number): boolean =>
  KINDS[page.codes[page.wordStart[nth]!]!] === KIND.script;

const speaks = (page: Page, nth: number): boolean => SPEECH.has(page.wordHash[nth]!) || isScript(page, nth);

/** Labels that leave open what the number beside them is. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([LABEL.unknown, LABEL.spoken, LABEL.filler]);

const isPerson = (page: Page, nth: number): boolean =>
  PEOPLE.has(page.wordHash[nth]!) || page.wordLabel[nth] === LABEL.party;

/** The last part of a name of a program's: "offsetReset:", "last_seen=". */
const isKey = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean => {
  const before = codes[wordStart[nth]! - 1];
  const sign = codes[wordEnd[nth]!];
  return (
    (before === 95 || (before !== undefined && KINDS[before] === KIND.lower)) && (sign === 58 || sign === 61)
  );
};

const NOUN = /(?:ment|tion|sion|ance)$/;

/** A name by its capital that English makes of a verb: "Endorsement 99…", "Intimation 88…". */
const isNoun = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean =>
  NOUN.test(String.fromCharCode(...codes.subarray(wordEnd[nth]! - 4, wordEnd[nth]!))) &&
  wordEnd[nth]! - wordStart[nth]! > 6;

/** The last part of a header's name: "X-Campaign: 77…". */
const isHeader = ({ codes, wordStart, wordEnd }: Page, nth: number): boolean =>
  codes[wordEnd[nth]!] === 58 && codes[wordStart[nth]! - 1] === 45 && isWord(codes[wordStart[nth]! - 2]);

/** What the word right before the number says. */
const wordBefore = (page: Page, start: number, word: number, line: Span): number => {
  let nth = word - 1;
  while (nth >= 0 && page.wordEnd[nth]! > start) nth--;
  if (nth < 0 || !beside(page, page.wordEnd[nth]!, start)) return 0;
  if (page.wordLabel[nth] === LABEL.masked) return 0;
  if (page.wordLabel[nth] === LABEL.number) {
    const owner = nth - 1;
    if (owner < 0 || page.wordStart[nth]! - page.wordEnd[owner]! > 2) return 0;
    // The last letter of a PAN owns no number, masked or not.
    if (page.wordLabel[owner] === LABEL.masked || isDigit(page.codes[page.wordStart[owner]! - 1])) return 0;
    if (isPerson(page, owner) || speaks(page, owner)) return AROUND.person;
    if (THINGS.has(page.wordHash[owner]!)) return AROUND.thing;
    if (isName(page, owner)) return AROUND.name;
    return page.wordLabel[owner] === LABEL.unknown ? AROUND.numbered : 0;
  }
  const hash = page.wordHash[nth]!;
  const label = page.wordLabel[nth]!;
  const parted = hasComma(page, page.wordEnd[nth]!, start);
  if (!parted && MACHINE.has(hash)) return AROUND.machineBeside;
  if (isPerson(page, nth)) return AROUND.person;
  if (SAYS_NOTHING.has(label) && speaks(page, nth))
    return isScript(page, nth) ? AROUND.script : AROUND.person;
  if (!parted && THINGS.has(hash)) return AROUND.thing;
  if (!SAYS_NOTHING.has(label)) return 0;
  if (!parted && isCode(page, nth, line)) return AROUND.code;
  if (label === LABEL.filler) return 0;
  if (isHeader(page, nth)) return AROUND.thing;
  if (isNoun(page, nth)) return parted ? 0 : AROUND.numbered;
  if (isName(page, nth)) return AROUND.name;
  return isKey(page, nth) ? AROUND.key : 0;
};

/** Whether word `nth`, or the one behind a few copulas from there, says what became of the number's case. */
const hasState = (page: Page, nth: number): boolean => {
  let at = nth;
  while (at < nth + 3 && COPULAS.has(page.wordHash[at]!)) at++;
  return (
    at < page.wordStart.length &&
    STATES.has(page.wordHash[at]!) &&
    page.wordStart[at]! - page.wordEnd[nth]! < 24
  );
};

/** What the word right behind the number says. */
const wordBehind = (page: Page, end: number, word: number, line: Span): number => {
  let nth = word;
  while (nth < page.wordStart.length && page.wordStart[nth]! < end) nth++;
  if (nth >= page.wordStart.length || page.wordEnd[nth]! > line.to + BESIDE) return 0;
  const start = page.wordStart[nth]!;
  if (start >= line.to || !beside(page, end, start) || page.wordLabel[nth] === LABEL.masked) return 0;
  const hash = page.wordHash[nth]!;
  const parted = hasComma(page, end, start);
  if (COUNTED.has(hash) && start - end === 1) return AROUND.counted;
  if (!parted && MACHINE.has(hash)) return AROUND.machineBeside;
  if (!parted && hasState(page, nth)) return AROUND.state;
  // A capital begins the next sentence: ". Ignore" names nobody.
  if (codeBetween(page, end, start, FULL_STOP)) return 0;
  if (isPerson(page, nth)) return AROUND.person;
  if (speaks(page, nth)) return isScript(page, nth) ? AROUND.script : AROUND.person;
  return isName(page, nth) && page.wordLabel[nth] === LABEL.unknown && start - end <= 3 ? AROUND.named : 0;
};

/** What the other words of the line say. */
const wordsOf = (page: Page, word: number, line: Span): number => {
  let machine = 0;
  let speech = 0;
  let nth = word - 1;
  while (nth >= 0 && page.wordStart[nth]! >= line.from) nth--;
  for (nth++; nth < page.wordStart.length && page.wordEnd[nth]! <= line.to; nth++) {
    if (page.wordLabel[nth] === LABEL.masked) continue;
    if (MACHINE.has(page.wordHash[nth]!)) machine++;
    else if (speaks(page, nth)) speech++;
  }
  return (
    (machine > 1 ? AROUND.machines : machine > 0 ? AROUND.machine : 0) +
    (speech > 1 ? AROUND.speech : speech > 0 ? AROUND.word : 0)
  );
};

/** "foo.js:" ends at unit `colon`: a place in a file. */
const isPlace = (codes: Uint16Array, colon: number): boolean => {
  let at = colon;
  while (at > 0 && colon - at < 5 && isWord(codes[at - 1])) at--;
  return at < colon && codes[at - 1] === 46 && isWord(codes[at - 2]);
};

/** The unit before `at` over up to two spaces. */
const back = (codes: Uint16Array, at: number): number => {
  let before = at - 1;
  while (before >= 0 && at - before < 3 && codes[before] === 32) before--;
  return before;
};

/** Whether "of" and another number follow or go before: "7712304896 of 9912304875". */
const isShare = ({ codes }: Page, start: number, end: number): boolean => {
  const of = (at: number): boolean => codes[at] === 111 && codes[at + 1] === 102 && codes[at + 2] === 32;
  if (codes[end] === 32 && of(end + 1) && isNumber(codes[end + 4])) return true;
  return codes[start - 1] === 32 && of(start - 3) && codes[start - 4] === 32 && isDigit(codes[start - 5]);
};

/** '|', '^' or '~': what parts the fields of a record. */
const isBar = (code: number | undefined): boolean => code === 124 || code === 94 || code === 126;

/** Two to four small letters that end a file's name: "77….wav". */
const isSuffix = (codes: Uint16Array, from: number): boolean => {
  let at = from;
  while (KINDS[codes[at]!] === KIND.lower) at++;
  return at - from >= 2 && at - from <= 4 && !isWord(codes[at]);
};

/** Signs that touch the number: a cell between bars, an item of an array, the argument of a call, a value of a record. */
const touched = ({ codes }: Page, start: number, end: number): number => {
  const before = back(codes, start);
  let after = end;
  while (after - end < 2 && codes[after] === 32) after++;
  const first = codes[before];
  const last = codes[after];
  if (isBar(first) || isBar(last)) return AROUND.cell;
  if (first === 91 || last === 93) return AROUND.cell;
  // In a row of numbers that spaces part.
  if (before < start - 1 && after > end && isDigit(first) && isNumber(last)) return AROUND.cell;
  const glued = before === start - 1;
  if (glued && first === 40 && isWord(codes[before - 1])) return AROUND.cell;
  if (glued && first === 47 && isDigit(codes[before - 1]) && !isDigit(codes[before - 6])) return AROUND.cell;
  if (glued && first === 46 && codes[before - 1] === 46) return AROUND.cell;
  if (after === end && last === 40) return AROUND.cell;
  // A row of values that commas part without a space, and a path.
  const next = codes[end + 1];
  if (after === end && last === 44 && ((isWord(next) && !isDigit(next)) || next === 42)) return AROUND.cell;
  if (after === end && last === 46 && isWord(next))
    return isSuffix(codes, end + 1) ? AROUND.code : AROUND.cell;
  if (glued && first === 58 && (codes[before - 1] === 34 || isPlace(codes, before))) return AROUND.cell;
  return 0;
};

/** Shorter ones are counts and sizes. */
const SHORTEST = 6;
const SERIES_SIGNS: ReadonlySet<number> = new Set([9, 32, 38, 44, 45, 46, 47, 59]);

/** Where the series that the number goes on begins: "ids 900218847, 900218848 and 8812…". -1 when it goes on with none. */
const seriesStart = (page: Page, start: number, from: number): number => {
  const { codes } = page;
  let at = start;
  let first = -1;
  for (;;) {
    let end = at;
    while (end > from && SERIES_SIGNS.has(codes[end - 1]!)) end--;
    let token = end;
    while (token > from && !SERIES_SIGNS.has(codes[token - 1]!) && codes[token - 1] !== 58) token--;
    if (token === end || inAddress(page, end - 1)) return first;
    const text = String.fromCharCode(...codes.subarray(token, end));
    if (text.length >= SHORTEST && (/\d/.test(text) || /X{3}/.test(text))) first = token;
    else if (!/^(?:and|or|to|aur)$/i.test(text)) return first;
    at = token;
    if (at <= from) return first;
  }
};

const GOVERNORS: ReadonlySet<number> = new Set([LABEL.id, LABEL.other, LABEL.thing]);

/** A number that goes on with a series is what the first of the series is. */
const seriesOf = (page: Page, start: number, word: number, line: Span): number => {
  const first = seriesStart(page, start, line.from);
  if (first < 0) return 0;
  let nth = word - 1;
  while (nth >= 0 && page.wordEnd[nth]! > first) nth--;
  if (nth < 0 || first - page.wordEnd[nth]! > 2 || page.wordEnd[nth]! <= line.from) return 0;
  const governs = GOVERNORS.has(page.wordLabel[nth]!) || MACHINE.has(page.wordHash[nth]!);
  return governs ? AROUND.series : 0;
};

/** What parts the fields of a record besides a quoted comma: tab, ',', ';', '^', '|', '~'. */
const FIELD_SIGNS: ReadonlySet<number> = new Set([9, 44, 59, 94, 124, 126]);
const QUOTES: ReadonlySet<number> = new Set([34, 39]);

/** The title of a person in a field by itself, a PAN, masked or not. */
const PERSON =
  /[|,;^~\t'"](?:mr|mrs|ms|miss|shri|smt|kum|dr)\.?[|,;^~\t'"]|(?<![a-z\d])[a-z]{5}\d{4}[a-z](?![a-z\d])|(?<![a-z\d])[a-z]{2}x{7}[a-z](?![a-z\d])/i;

/** A field, not the first, of a record that names a person: rows of a dump and of an exchange file have no labels. */
const recordOf = (page: Page, start: number, end: number, line: Span): number => {
  const { codes } = page;
  const quoted = QUOTES.has(codes[start - 1]!) && codes[end] === codes[start - 1];
  const before = quoted ? start - 2 : start - 1;
  const behind = quoted ? codes[end + 1] : codes[end];
  if (before < line.from || !FIELD_SIGNS.has(codes[before]!)) return 0;
  if (behind !== undefined && !FIELD_SIGNS.has(behind) && !isLine(behind) && behind !== 41) return 0;
  const address = lastUpTo(page.addresses, line.to);
  if (address >= 0 && page.addresses[address]! >= line.from) return AROUND.record;
  return PERSON.test(String.fromCharCode(...codes.subarray(line.from, line.to))) ? AROUND.record : 0;
};

/** The digits of the first cell of the line before, -1 for none: a column of short codes is none of phones. */
const columnOf = ({ codes }: Page, start: number, line: Span): number => {
  for (let at = line.from; at < start; at++) if (codes[at] !== 32 && codes[at] !== 9) return 0;
  if (line.from === 0) return 0;
  let from = line.from - 1;
  if (codes[from] === 10 && codes[from - 1] === 13) from--;
  const to = from;
  while (from > 0 && to - from < 2 * BEFORE && !isLine(codes[from - 1])) from--;
  while (from < to && (codes[from] === 32 || codes[from] === 9 || codes[from] === 43)) from++;
  let end = from;
  while (end < to && isDigit(codes[end])) end++;
  const short = end - from >= 3 && end - from < 9;
  return short && (codes[end] === 44 || codes[end] === 9 || codes[end] === 124) ? AROUND.column : 0;
};

/** Ten times the same digit stands for any number, and a multiple of 2^20 for a size. */
const isPlaceholder = ({ codes }: Page, start: number, end: number): boolean => {
  if (end - start !== 10) return false;
  let value = 0;
  let same = true;
  for (let at = start; at < end; at++) {
    value = value * 10 + codes[at]! - 48;
    same &&= codes[at] === codes[start];
  }
  return same || value % 0x100000 === 0;
};

/** What the surroundings of the bare number `[start, end)` add to it; `word` counts the words before it. */
export const settingOf = (page: Page, start: number, end: number, word: number): number => {
  const line = lineAround(page, start, end);
  const message = messageAround(page, line, start, end);
  const signs = codeIn(page, message, start);
  const marks = marksIn(page, message);
  const listed = marks.hash || (columnOf(page, start, line) === 0 && hashedLine(page, line));
  let sum = 0;
  if (signs >= 4) sum += AROUND.signs;
  else if (signs >= 2) sum += AROUND.sign;
  if (isShare(page, start, end)) sum += AROUND.counted;
  if (marks.clock) sum += AROUND.clock;
  if (marks.padded) sum += AROUND.padded;
  if (listed) sum += AROUND.hash;
  if (isPlaceholder(page, start, end)) sum += AROUND.placeholder;
  sum += recordOf(page, start, end, line);
  sum += columnOf(page, start, line) + seriesOf(page, start, word, line) + touched(page, start, end);
  sum += wordBefore(page, start, word, line) + wordBehind(page, end, word, line);
  return sum + wordsOf(page, word, message);
};

/** Whether the line before or behind holds a hash where this one holds the number. */
const hashedLine = (page: Page, line: Span): boolean => {
  const { codes, length } = page;
  let from = line.from - 1;
  while (from > 0 && line.from - from < BEFORE && !isLine(codes[from - 1])) from--;
  if (line.from > 1 && isLine(codes[line.from - 1]) && marksIn(page, { from, to: line.from - 1 }).hash)
    return true;
  if (!isLine(codes[line.to])) return false;
  let to = line.to + 1;
  while (to < length && to - line.to < 20 && !isLine(codes[to])) to++;
  return marksIn(page, { from: line.to + 1, to }).hash;
};
