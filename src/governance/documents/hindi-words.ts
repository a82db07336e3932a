/** Finds sums written out in Hindi, in Devanagari or Latin letters: "एक लाख बारह हज़ार चार सौ पचास रुपये मात्र". */
import { formatDecimal } from './decimal.ts';
import { hindiNumberOf, numeralOf, type Numeral } from './hindi-numerals.ts';
import type { Source, Span } from './source.ts';

/** A sum in words; `rupees` is null if one of its words is not a known number. */
export interface HindiSum extends Span {
  readonly rupees: string | null;
}

const END = String.raw`(?![\p{L}\p{M}])`;
const HINDI_CURRENCY = String.raw`(?:रुपय[ेाो]|रुपए|रूपय[ेा]|रूपए|रु[.\u0970]?|rup(?:aye|aiye|iye|ay|aya|aiya|iya|ya|yaa|ye|e))`;
const CURRENCY = String.raw`(?:indian )?(?:${HINDI_CURRENCY}|rupees?|rs\.?|inr|₹)`;
const PAISE = String.raw`(?:पैस[ेा]|paise|paisa|paisey|ps\.?)${END}`;
const AND = '(?:और|एवं|तथा|व|aur|evam|and|&)';
const ONLY = String.raw`(?:मात्र|केवल|matra|maatra|only)${END}`;
const IN_WORDS = String.raw`(?:शब्दों में|अक्षरों में|अक्षरी|in words|shabdon? me(?:in|n)?)`;

const WORD = /[\p{L}\p{M}]+/gu;
const GAP = new RegExp(`^(?:[ ]?,[ ]{0,2}\\n?[ ]?|[ \\n-]{1,3})(?:${AND}[ \\n]{1,2})?$`, 'iu');
const LEAD = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:(?<currency>${CURRENCY})|${IN_WORDS})[ :.(-]{0,4}\\n?[ (]{0,2}(?:${CURRENCY}[ :]{1,3})?$`,
  'iu',
);
const TAIL = new RegExp(`^[ \\n]{1,2}(?:(?<hindi>${HINDI_CURRENCY})|${CURRENCY})${END}`, 'iu');
const PAISE_BEHIND = new RegExp(`^[ \\n]{1,2}${PAISE}`, 'iu');
const JOINED = `(?:[ ]?,)?[ \\n]{0,2}(?:${AND}[ \\n]{1,2})?`;
const MORE_PAISE = new RegExp(
  `^${JOINED}(?:(?<before>[\\p{L}\\p{M}]+|\\d{1,2})[ ]${PAISE}|${PAISE}[ ](?<behind>[\\p{L}\\p{M}]+|\\d{1,2}(?!\\d)))`,
  'iu',
);
const ONLY_BEHIND = new RegExp(`^[ ]{0,2}${ONLY}`, 'iu');
const HINDI_ONLY = /^[ ]{0,2}(?:मात्र|केवल|matra|maatra)/iu;
const NO_NUMBER = new RegExp(`^(?:${CURRENCY}|${PAISE}|${ONLY}|${AND})$`, 'iu');
const IS_AND = new RegExp(`^${AND}$`, 'iu');
const ENDS_WITH_AND = new RegExp(`${AND}[ \\n]{1,2}$`, 'iu');
const LONGEST_GAP = 12;
const FIGURES_BEFORE = /\d[ ]{0,2}$/;
/** Matches text that ends with figures, or with figures and a multiplier. */
const ENDS_WITH_FIGURES = /\d[\d.,]*[ ]{0,2}(?:[\p{L}\p{M}]{1,8}[ ])?$/u;
const WINDOW = 48;

interface Word extends Span {
  readonly text: string;
  readonly numeral: Numeral | undefined;
}

interface Run extends Span {
  readonly numerals: readonly Numeral[];
  /** Whether "and" comes before the last numeral. */
  readonly parted: boolean;
  /** Whether there is an unknown word among the numerals or before their first multiplier. */
  readonly broken: boolean;
}

/** The text's Hindi sums and numerals. */
export interface HindiSums {
  readonly sums: readonly HindiSum[];
  /** Hindi numerals, whether or not they form a sum. No part of them may count as an English sum. */
  readonly runs: readonly Span[];
}

export const findHindiAmounts = ({ plain }: Source): HindiSums => {
  const runs = [...runsOf(plain)];
  return { runs, sums: runs.flatMap((run) => sumOf(plain, run) ?? []) };
};

const wordsOf = function* (plain: string): Generator<Word> {
  const known = new Map<string, Numeral | undefined>();
  for (const { 0: text, index } of plain.matchAll(WORD)) {
    if (!known.has(text)) known.set(text, numeralOf(text));
    yield { text, start: index, end: index + text.length, numeral: known.get(text) };
  }
};

/** Yields runs of consecutive numerals, except numbers that are clearly English. */
const runsOf = function* (plain: string): Generator<Run> {
  let words: Word[] = [];
  let broken = false;
  let parted = false;
  /** The previous word, if that word is not a numeral. */
  let stranger: Word | undefined;
  const close = function* (): Generator<Run> {
    const run = runOf(words, broken, parted);
    if (run !== undefined) yield run;
    words = [];
    broken = false;
    parted = false;
  };
  for (const word of wordsOf(plain)) {
    const last = stranger ?? words.at(-1);
    const gap = last === undefined ? '' : plain.slice(last.end, Math.min(word.start, last.end + LONGEST_GAP));
    const joins = last !== undefined && GAP.test(gap);
    if (word.numeral === undefined) {
      if (words.length > 0 && stranger === undefined && IS_AND.test(word.text)) continue;
      if (stranger !== undefined || !joins || NO_NUMBER.test(word.text)) yield* close();
      stranger = word;
      continue;
    }
    if (words.length > 0 && joins) {
      broken ||= stranger !== undefined;
      parted = ENDS_WITH_AND.test(gap);
    } else {
      yield* close();
      // A multiplier after an unknown word may be the end of a misspelt number.
      broken = word.numeral.kind === 'scale' && gap === ' ' && !NO_NUMBER.test(last!.text);
    }
    stranger = undefined;
    words.push(word);
  }
  yield* close();
};

const runOf = (words: readonly Word[], broken: boolean, parted: boolean): Run | undefined => {
  // Skips an unclear word before English numerals, as in "To do: one thousand rupees".
  const first = words.findIndex(
    ({ numeral }, at) => numeral!.language !== 'unclear' || words[at + 1]?.numeral?.kind !== 'foreign',
  );
  const kept = words.slice(Math.max(0, first));
  if (kept.every(({ numeral }) => numeral!.language === 'shared')) return undefined;
  const numerals = kept.map(({ numeral }) => numeral!);
  return {
    start: kept[0]!.start,
    end: kept.at(-1)!.end,
    numerals,
    parted,
    broken: broken || numerals.some(({ kind }) => kind === 'foreign'),
  };
};

const sumOf = (plain: string, run: Run): HindiSum | undefined => {
  const ahead = plain.slice(Math.max(0, run.start - WINDOW), run.start);
  if (FIGURES_BEFORE.test(ahead)) return undefined;
  const lead = leadOf(ahead);
  const tail = TAIL.exec(plain.slice(run.end, run.end + WINDOW));
  const at = run.end + (tail?.[0].length ?? 0);
  const behind = plain.slice(at, at + WINDOW);
  const split = tail === null ? PAISE_BEHIND.exec(behind) : null;
  const more = split === null ? MORE_PAISE.exec(behind) : null;
  const end = at + ((split ?? more)?.[0].length ?? 0);
  const rest = plain.slice(end, end + WINDOW);
  const only = ONLY_BEHIND.test(rest);
  if (lead === undefined && tail === null && !only) return undefined;
  const isHindi = run.numerals.some(({ language }) => language !== 'unclear');
  if (!isHindi && tail?.groups?.['hindi'] === undefined && !HINDI_ONLY.test(rest)) return undefined;
  // "रुपये दो" can mean "give money" rather than two rupees.
  const lone = run.numerals.length === 1 && tail === null && !only && split === null && more === null;
  if (lone && lead !== 'words') return undefined;
  if (run.broken) return { start: run.start, end, rupees: null };
  const parts = split !== null ? splitOf(run) : { rupees: run.numerals, paise: paiseOf(more?.groups) };
  const rupees = hindiNumberOf(parts.rupees);
  if (rupees === undefined) return undefined;
  if (parts.paise === undefined || parts.paise > 99n) return { start: run.start, end, rupees: null };
  return { start: run.start, end, rupees: formatDecimal(rupees * 1_000_000n + parts.paise * 10_000n) };
};

/**
 * Returns the kind of introduction before a sum in words: the currency, unless it belongs to figures before it, or "in words".
 */
const leadOf = (ahead: string): 'currency' | 'words' | undefined => {
  const match = LEAD.exec(ahead);
  if (match === null) return undefined;
  if (match.groups?.['currency'] === undefined) return 'words';
  return ENDS_WITH_FIGURES.test(ahead.slice(0, match.index)) ? undefined : 'currency';
};

/** In "रुपये पाँच सौ और पचास पैसे", only the "and" shows where the paise start. */
const splitOf = ({ numerals, parted }: Run) => {
  const last = numerals.at(-1);
  const paise = parted && last?.kind === 'value' ? last.value : undefined;
  return { rupees: numerals.slice(0, -1), paise };
};

const paiseOf = (groups: Readonly<Record<string, string | undefined>> | undefined): bigint | undefined => {
  const text = groups?.['before'] ?? groups?.['behind'];
  if (text === undefined) return 0n;
  if (/^\d/.test(text)) return BigInt(text);
  const numeral = numeralOf(text);
  return numeral?.kind === 'value' ? numeral.value : undefined;
};
