import type { ProductTerms } from '../../contract/product-terms.ts';
import { addMonths, type Day } from '../dates.ts';
import type { CoverSlab } from './claim.ts';
import { least } from './money.ts';

export type Wait = ProductTerms['waits'][number];

/** Returns the slabs that have begun by a day, oldest first. */
export const slabsBegun = (slabs: readonly CoverSlab[], day: Day): readonly CoverSlab[] =>
  slabs.filter(({ since }) => since <= day).toSorted((a, b) => a.since - b.since);

const isServed = ({ since }: CoverSlab, { days, months }: Wait, admission: Day): boolean =>
  months === undefined ? admission - since >= (days ?? 0) : admission >= addMonths(since, months);

/**
 * Returns the part of the sum insured whose waiting period is over. The waiting period starts again for the
 * part that an enhancement adds; if the sum insured was lower in between, only the lower sum has waited
 * since.
 * @param begun the slabs that have begun, oldest first
 */
export const servedCover = (begun: readonly CoverSlab[], wait: Wait, admission: Day): bigint => {
  const from = begun.findLastIndex((slab) => isServed(slab, wait, admission));
  if (from < 0) return 0n;
  const [first, ...later] = begun.slice(from).map(({ sumInsured }) => sumInsured);
  return least(first!, ...later);
};
