/** Finds the sums below an invoice's lines and checks whether they add up. */
import { HALF_RUPEE, near, PAISA, RUPEE, times, type Millionths } from './decimal.ts';
import { figuresOf, linesOf, type Figure } from './lines.ts';
import type { Source, Span } from './source.ts';

const KINDS = ['taxable', 'cgst', 'sgst', 'igst', 'cess', 'round_off', 'total'] as const;
export type TotalKind = (typeof KINDS)[number];

export interface FoundTotal extends Span {
  readonly kind: TotalKind;
  readonly value: Millionths;
  /** Rate in percent, if stated on the line. */
  readonly rate: Millionths | undefined;
}

/** Labels for sums. Each is at the start of a line or a column. */
const LABELS: readonly (readonly [TotalKind, RegExp])[] = [
  ['round_off', /\bround(?:ed|ing)?[ -]?(?:off)?\b/iu],
  ['taxable', /\bsub[ -]?total\b|\btaxable\b|\bassessable\b|\btotal before tax\b|कर योग्य/iu],
  ['cgst', /\bcgst\b|\bcentral (?:gst|tax)\b/iu],
  ['sgst', /\b(?:sgst|utgst)\b|\bstate (?:gst|tax)\b/iu],
  ['igst', /\bigst\b|\bintegrated (?:gst|tax)\b/iu],
  ['cess', /\bcess\b/iu],
  [
    'total',
    /\b(?:grand|invoice|net|bill)[ -]?total\b|\btotal\b|\bamount (?:due|payable)\b|\b(?:net )?payable\b|कुल/iu,
  ],
];
const NOT_A_SUM =
  /\b(?:gstin|hsn|sac|date|invoice no|total (?:items?|qty|quantity|tax(?:es)?|gst|discount|savings?))\b/iu;

/** Finds the text's labelled sums. If several have the same label, the last one counts, as it would for a human reader. */
export const findTotals = (source: Source, items: readonly Span[]): ReadonlyMap<TotalKind, FoundTotal> => {
  const found = new Map<TotalKind, FoundTotal>();
  const starts = new Set(items.map(({ start }) => start));
  for (const line of linesOf(source)) {
    if (starts.has(line.start + line.text.search(/\S/)) || NOT_A_SUM.test(line.text)) continue;
    const label = LABELS.find(([, words]) => words.test(line.text));
    if (label === undefined) continue;
    const from = label[1].exec(line.text)!.index;
    const figures = figuresOf(line, from);
    const value = figures.findLast(({ percent }) => !percent);
    const rate = figures.find(({ percent }) => percent);
    if (value === undefined || value.odd || !isSum(line.text.slice(from), value)) continue;
    found.set(label[0], {
      kind: label[0],
      start: value.start,
      end: value.end,
      value: value.value,
      rate: rate?.value,
    });
  }
  return found;
};

/** Returns whether a number looks like money: it has decimals or commas, or follows a currency. */
const isSum = (text: string, { money }: Figure): boolean => money || /₹|\brs\b|\binr\b/iu.test(text);

/** Verdicts on an invoice's sums; null if a number that the check needs is missing. */
export interface TotalChecks {
  /** Whether each tax equals its rate times the taxable value. */
  readonly rates: boolean | null;
  /** Whether central and state tax are equal. */
  readonly halves: boolean | null;
  /** Whether taxable value, taxes and rounding add up to the total. */
  readonly total: boolean | null;
  /** Whether the lines' taxable values add up to the invoice's taxable value. */
  readonly items: boolean | null;
}

const sum = (values: readonly Millionths[]): Millionths => values.reduce((all, one) => all + one, 0n);

export const checkTotals = (
  totals: ReadonlyMap<TotalKind, FoundTotal>,
  taxableOfItems: readonly (Millionths | undefined)[],
): TotalChecks => {
  const of = (kind: TotalKind): Millionths | undefined => totals.get(kind)?.value;
  const taxable = of('taxable');
  const taxes = (['cgst', 'sgst', 'igst'] as const).flatMap((kind) => totals.get(kind) ?? []);
  const rated = taxes.filter(({ rate }) => rate !== undefined);
  const total = of('total');
  const [cgst, sgst] = [of('cgst'), of('sgst')];
  const added = sum(taxes.map(({ value }) => value)) + (of('cess') ?? 0n) + (of('round_off') ?? 0n);
  return {
    rates:
      taxable === undefined || rated.length === 0
        ? null
        : rated.every(({ rate, value }) => near(times(taxable, rate!) / 100n, value, HALF_RUPEE)),
    halves: cgst === undefined || sgst === undefined ? null : near(cgst, sgst, PAISA),
    total:
      taxable === undefined || total === undefined || taxes.length === 0
        ? null
        : near(taxable + added, total, totals.has('round_off') ? PAISA : RUPEE / 2n),
    items:
      taxable === undefined || taxableOfItems.length === 0 || taxableOfItems.includes(undefined)
        ? null
        : near(sum(taxableOfItems as readonly Millionths[]), taxable, PAISA),
  };
};
