/** Sums that are written out, as on cheques and below an invoice: "Rupees One Lakh Five Thousand and Fifty Paise Only". */
import { formatDecimal } from './decimal.ts';
import type { Source, Span } from './source.ts';

export interface FoundWords extends Span {
  readonly rupees: string;
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, bigint> = new Map([
  ...SMALL.map((word, at) => [word, BigInt(at)] as const),
  ...TENS.map((word, at) => [word, BigInt(at * 10 + 20)] as const),
  ['fourty', 40n],
]);
const SCALES: ReadonlyMap<string, bigint> = new Map([
  ['thousand', 1_000n],
  ['lakh', 100_000n],
  ['lakhs', 100_000n],
  ['lac', 100_000n],
  ['lacs', 100_000n],
  ['crore', 10_000_000n],
  ['crores', 10_000_000n],
  ['million', 1_000_000n],
]);

const NUMERAL = [...VALUES.keys(), ...SCALES.keys(), 'hundred']
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const RUN = `(?:(?:${NUMERAL})(?![a-z])(?:[ \\n-]{1,2}(?:and[ \\n]{1,2})?(?=(?:${NUMERAL})(?![a-z])))?){1,30}`;
const WRITTEN = new RegExp(
  `(?<![a-z])(?:(?:rupees|rs\\.?|inr|₹)[ :]{1,3}(?<before>${RUN})|(?<behind>${RUN})[ ]{1,2}rupees)(?:[ ]{0,2}(?:rupees )?(?:and |& )(?:paise? (?<paiseB>${RUN})|(?<paiseA>${RUN})[ ]paise?))?(?:[ ]{0,2}only)?`,
  'giu',
);

/** The number that numerals stand for in the Indian system; undefined when they are in no order that a number has. */
export const numberOfWords = (text: string): bigint | undefined => {
  let total = 0n;
  let group = 0n;
  let smallest: bigint | undefined;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    if (word === '' || word === 'and') continue;
    const value = VALUES.get(word);
    const scale = SCALES.get(word);
    if (value !== undefined) group += value;
    else if (word === 'hundred') group = (group === 0n ? 1n : group) * 100n;
    else if (scale !== undefined) {
      // "Lakh crore": a larger scale lifts all that stands before it.
      if (smallest !== undefined && scale > smallest) {
        total = (total + group) * scale;
      } else total += (group === 0n ? 1n : group) * scale;
      group = 0n;
      smallest = scale;
    } else return undefined;
  }
  return total + group;
};

/** The sums that a text writes out, in its order. */
export const findWrittenAmounts = (source: Source): readonly FoundWords[] => {
  const found: FoundWords[] = [];
  for (const match of source.plain.matchAll(WRITTEN)) {
    const { before, behind, paiseA, paiseB } = match.groups ?? {};
    const words = before ?? behind ?? '';
    const rupees = numberOfWords(words);
    const paise = numberOfWords(paiseA ?? paiseB ?? 'zero');
    if (rupees === undefined || paise === undefined || paise > 99n) continue;
    const start = match.index + match[0].indexOf(words);
    const end = match.index + match[0].replace(/[ ]*only$/i, '').length;
    found.push({ start, end, rupees: formatDecimal(rupees * 1_000_000n + paise * 10_000n) });
  }
  return found;
};
