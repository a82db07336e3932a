import { parseRupees } from '../amounts.ts';
import { parseDay } from '../dates.ts';
import { memberOf, type Case } from '../members.ts';
import type { Cover } from './claim.ts';

const isCase = (value: unknown): value is Case =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a cover from JSON, as the tests of a rule set write it: `slabs` with `since` and `sum_insured`, `bonus`, `used` and
 * `counters`, with amounts in rupees.
 * @returns undefined if a part of it cannot be read
 */
export const readCover = (given: unknown): Cover | undefined => {
  if (!isCase(given)) return undefined;
  const slabs = memberOf(given, 'slabs');
  const counters = memberOf(given, 'counters') ?? {};
  if (!Array.isArray(slabs) || !isCase(counters)) return undefined;
  const read = slabs.filter(isCase).map((slab) => ({
    since: parseDay(memberOf(slab, 'since')),
    sumInsured: parseRupees(memberOf(slab, 'sum_insured')),
  }));
  const used = Object.entries(counters).map(([key, amount]) => [key, parseRupees(amount)] as const);
  const bonus = parseRupees(memberOf(given, 'bonus') ?? '0');
  const spent = parseRupees(memberOf(given, 'used') ?? '0');
  const complete =
    read.length === slabs.length &&
    read.every(({ since, sumInsured }) => since !== undefined && sumInsured !== undefined) &&
    used.every(([, amount]) => amount !== undefined);
  if (!complete || bonus === undefined || spent === undefined) return undefined;
  return {
    slabs: read as Cover['slabs'],
    bonus,
    used: spent,
    counters: Object.fromEntries(used) as Cover['counters'],
  };
};
