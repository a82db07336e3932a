import { isUnsure } from './collect-amounts.ts';
import { formatDecimal, type Millionths } from './decimal.ts';
import { rounded } from './describe.ts';
import type { FoundIdentifier } from './near-identifiers.ts';
import { findInvoiceNumber } from './invoice-number.ts';
import { findItems, type FoundItem } from './items.ts';
import type { InvoiceDetail, ItemDetail } from './result.ts';
import type { Source, Span } from './source.ts';
import { checkTotals, findTotals, type FoundTotal, type TotalKind } from './totals.ts';

/** The invoice data found in a document. */
export interface FoundInvoice {
  readonly detail: InvoiceDetail;
  /** Labelled sums. They are used for amounts without a currency. */
  readonly sums: readonly FoundTotal[];
}

const orNull = (value: Millionths | undefined): string | null =>
  value === undefined ? null : formatDecimal(value);

const describeItem = (source: Source, item: FoundItem): ItemDetail => ({
  hsn: item.hsn,
  description: item.description,
  quantity: orNull(item.numbers.quantity),
  unit_price: orNull(item.numbers.price),
  taxable: orNull(item.numbers.taxable),
  rate: orNull(item.rate),
  tax: orNull(item.tax),
  total: orNull(item.numbers.total),
  checks: item.checks,
  ...source.place(item),
  confidence: rounded(source.sureness(item) * (Object.values(item.checks).includes(true) ? 0.9 : 0.6)),
});

/**
 * Determines whether the supply is within one state, which decides which taxes are due. An invoice names the supplier first, then
 * the buyer.
 */
const supplyOf = (gstins: readonly string[]): InvoiceDetail['supply'] => {
  const [supplier, buyer] = [...new Set(gstins)];
  if (supplier === undefined || buyer === undefined) return null;
  return supplier.slice(0, 2) === buyer.slice(0, 2) ? 'intra-state' : 'inter-state';
};

const fitsSupply = (
  supply: InvoiceDetail['supply'],
  totals: ReadonlyMap<TotalKind, FoundTotal>,
): boolean | null => {
  const halves = totals.has('cgst') || totals.has('sgst');
  if (supply === null || (!halves && !totals.has('igst'))) return null;
  return supply === 'intra-state' ? halves && !totals.has('igst') : totals.has('igst') && !halves;
};

/**
 * Finds an invoice's number, lines and sums, and checks the arithmetic between them. Returns undefined if the text has none of
 * them.
 */
export const findInvoice = (
  source: Source,
  identifiers: readonly FoundIdentifier[],
): FoundInvoice | undefined => {
  const number = findInvoiceNumber(source);
  const items = findItems(source);
  const labelled = findTotals(source, items);
  const totals = new Map([...labelled].filter(([, total]) => !isUnsure(source, total)));
  // "Total" alone appears on every bank statement, so an invoice needs a number, a line or a tax.
  const taxed = (['taxable', 'cgst', 'sgst', 'igst'] as const).some((kind) => labelled.has(kind));
  if (number === undefined && items.length === 0 && !taxed) return undefined;
  const supply = supplyOf(identifiers.filter(({ type }) => type === 'gstin').map(({ value }) => value));
  const at = (span: Span): { start: number; end: number } => source.place(span);
  return {
    sums: [...labelled.values()],
    detail: {
      number:
        number === undefined
          ? null
          : {
              value: number.value,
              well_formed: number.wellFormed,
              ...at(number),
              confidence: rounded(number.confidence * source.sureness(number)),
            },
      items: items.map((item) => describeItem(source, item)),
      totals: [...totals.values()].map((total) => ({
        kind: total.kind,
        rupees: formatDecimal(total.value),
        rate: orNull(total.rate),
        ...at(total),
        confidence: rounded(0.8 * source.sureness(total)),
      })),
      supply,
      checks: {
        ...checkTotals(
          totals,
          items.map(({ numbers }) => numbers.taxable),
        ),
        supply: fitsSupply(supply, totals),
      },
    },
  };
};
