/** Reads a hospital bill: its lines, its sums, and whether they add up. */
import { IS_END, IS_SUM, rowOf } from '../bill-table.ts';
import { formatDecimal, near, parseDecimal, RUPEE, type Millionths } from '../decimal.ts';
import { draftExtraction } from '../extract.ts';
import { figuresOf, linesOf } from '../lines.ts';
import type { ReadMember } from '../read-document.ts';
import type { ItemDetail } from '../result.ts';
import { readSource, type Source } from '../source.ts';
import type { Flow } from './flow.ts';
import { nonPayableNumber } from '../../non-payable-items.ts';

/** Highest confidence of a number that does not fit the bill's other numbers. */
const DOES_NOT_ADD_UP = 0.5;

const TAXES = ['cgst', 'sgst', 'igst', 'round_off'] as const;

/** Sums below the lines. If several rows have the same label, the last counts, except for the total of a page. */
const SUMS: readonly (readonly [member: string, label: RegExp])[] = [
  [
    'carried',
    /^(?:(?:page |sub ?)?total )?(?:carried|brought) (?:forward|over|down)|^(?:total )?[cb]\s?\/\s?[fod]\b/iu,
  ],
  [
    'sub_total',
    /^(?:sub ?-?total|gross (?:total|amount)|total (?:charges|before tax)|taxable (?:value|amount))\b/iu,
  ],
  ['cgst', /^cgst\b/iu],
  ['sgst', /^(?:sgst|utgst)\b/iu],
  ['igst', /^(?:igst|gst)\b/iu],
  ['discount', /^(?:(?:less|hospital|total|special) ?:? ?)?(?:discount|concession)\b/iu],
  ['round_off', /^round(?:ed|ing)?[ -]?(?:off)?\b/iu],
  ['net_payable', /^(?:net (?:payable|amount|bill)|(?:balance|amount) (?:due|payable)|balance)\b/iu],
  ['advance', /^(?:less ?:? ?)?(?:advance|deposit|amount received|paid)\b/iu],
  [
    'bill_amount',
    /^(?:grand total|total bill(?: amount)?|(?:final |total )?bill(?:ed)? amount|invoice total|total amount|total)\b|^(?:कुल राशि|कुल योग|कुल बिल)/iu,
  ],
];

/** Returns the highest confidence of a number. */
const most = (isDoubtful: boolean): number => (isDoubtful ? DOES_NOT_ADD_UP : 1);

export interface Bill {
  readonly members: readonly ReadMember[];
  /** Whether its lines do not add up to its sums, or no sum was recognised: a line may have been lost. */
  readonly incomplete: boolean;
}

export const billOf = (flow: Flow): Bill => {
  const { details } = draftExtraction(flow.text, 'invoice', flow.words);
  const source = readSource(flow.text, flow.words);
  const items = (details.invoice?.items ?? []).filter(({ description }) => sumOf(description) === undefined);
  if (items.length === 0) items.push(...plainItems(source));
  const sums = sumsOf(source);
  const lines = items.map(lineOf);
  const doubtful = doubtfulIn(
    lines.map(({ amount }) => amount),
    sums,
  );
  const members = [
    ...items.map((item, at) => {
      // Quantity times price confirms a line, even if the bill as a whole does not add up.
      const { amount } = item.checks;
      return flow.member(
        'items',
        lines[at]!.json,
        item,
        most(amount === false || (amount === null && doubtful.has('items'))),
      );
    }),
    ...[...sums].flatMap(([name, { raw, place }]) =>
      name === 'carried' ? [] : [flow.member(name, raw, place, most(doubtful.has(name)))],
    ),
  ];
  return { members, incomplete: doubtful.has('items') || (items.length === 0 && flow.words.length > 0) };
};

const NO_NUMBERS = {
  hsn: '',
  quantity: null,
  unit_price: null,
  rate: null,
  tax: null,
  checks: { amount: null, tax: null, total: null },
};

/** Reads rows of words and a sum in a table whose heading was not read. Only the bill's total can confirm them. */
const plainItems = (source: Source): readonly ItemDetail[] =>
  linesOf(source).flatMap((line) => {
    const row =
      line.text.includes(':') || IS_SUM.test(line.text) || IS_END.test(line.text)
        ? undefined
        : rowOf(line, 1);
    const last = row?.figures.at(-1);
    if (row === undefined || last === undefined || last.odd || sumOf(row.description) !== undefined)
      return [];
    const total = formatDecimal(last.value);
    return [
      {
        ...NO_NUMBERS,
        ...source.place(line),
        description: row.description,
        taxable: total,
        total,
        confidence: 0.5,
      },
    ];
  });

const lineOf = (item: ItemDetail): { readonly json: string; readonly amount: Millionths | undefined } => {
  const { description, quantity, unit_price, hsn, taxable, total } = item;
  const amount = total ?? taxable;
  const listed = nonPayableNumber(description);
  const line = {
    description,
    ...(hsn !== '' && { hsn }),
    ...(quantity !== null && { quantity }),
    ...(unit_price !== null && { unit_price }),
    ...(amount !== null && { amount }),
    ...(listed !== undefined && { non_payable: `IRDAI list I, ${listed}` }),
  };
  return { json: JSON.stringify(line), amount: amount === null ? undefined : parseDecimal(amount) };
};

interface FoundSum {
  readonly value: Millionths;
  readonly raw: string;
  readonly place: { readonly start: number; readonly end: number };
}

const sumOf = (text: string): string | undefined =>
  SUMS.find(([, label]) => label.test(text.replace(/^[\s|:.\p{N})]*/u, '')))?.[0];

const sumsOf = (source: Source): ReadonlyMap<string, FoundSum> => {
  const found = new Map<string, FoundSum>();
  for (const line of linesOf(source)) {
    // A sum's label may be in the middle of a row, below the columns of the table.
    const cells = line.text.split(/ {2,}/);
    const name = sumOf(line.text) ?? cells.map(sumOf).find((each) => each !== undefined);
    const figure = figuresOf(line).findLast(({ percent, money }) => !percent && money);
    if (name === undefined || figure === undefined || figure.odd) continue;
    found.set(name, { value: figure.value, raw: source.raw(figure), place: source.place(figure) });
  }
  return found;
};

/**
 * Compares lines, taxes, discount and totals, to a rupee. Returns the names of the sums that do not agree
 * with the others, unless another comparison confirms them.
 */
const doubtfulIn = (
  amounts: readonly (Millionths | undefined)[],
  sums: ReadonlyMap<string, FoundSum>,
): ReadonlySet<string> => {
  const of = (name: string): Millionths | undefined => sums.get(name)?.value;
  const sizeOf = (name: string): Millionths => {
    const value = of(name) ?? 0n;
    return value < 0n ? -value : value;
  };
  const known = amounts.filter((amount) => amount !== undefined);
  const sum =
    known.length < amounts.length || known.length === 0 ? undefined : known.reduce((a, b) => a + b, 0n);
  const base = of('sub_total') ?? sum;
  const [gross, net, discount, advance] = [
    of('bill_amount'),
    of('net_payable'),
    sizeOf('discount'),
    sizeOf('advance'),
  ];
  const added = sizeOf('cgst') + sizeOf('sgst') + sizeOf('igst') + (of('round_off') ?? 0n);
  const confirmed = new Set<string>();
  const doubtful = new Set<string>();
  const compare = (names: readonly string[], value: Millionths, expected: readonly Millionths[]): void => {
    const holds = expected.some((each) => near(value, each, RUPEE));
    for (const name of names) (holds ? confirmed : doubtful).add(name);
  };
  if (sum !== undefined && of('sub_total') !== undefined)
    compare(['items', 'sub_total'], sum, [of('sub_total')!]);
  const source = of('sub_total') === undefined ? 'items' : 'sub_total';
  // Some bills deduct the discount before their total, and others after it.
  if (base !== undefined && gross !== undefined)
    compare([source, 'bill_amount', 'discount', ...TAXES], gross, [base + added, base + added - discount]);
  const before = gross ?? (base === undefined ? undefined : base + added);
  if (net !== undefined && before !== undefined)
    compare([gross === undefined ? source : 'bill_amount', 'net_payable', 'advance', 'discount'], net, [
      before - advance,
      before - discount - advance,
    ]);
  return new Set([...doubtful].filter((name) => !confirmed.has(name)));
};
