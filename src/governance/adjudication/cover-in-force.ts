import type { ProductTerms } from '../../contract/product-terms.ts';
import type { Day } from '../dates.ts';
import { type Cover, type CoverSlab, DEDUCTIBLE_COUNTER } from './claim.ts';

/** The amount used of a limit in a policy year. `member` is '' for a limit of the whole policy. */
export interface CounterUse {
  readonly benefit: string;
  readonly member: string;
  /** Paise. */
  readonly used: bigint;
}

/** A policy's cover according to the records when a claim is decided. Money is in paise. */
export interface CoverOnFile {
  readonly slabs: readonly CoverSlab[];
  readonly bonus: bigint;
  /** The amounts that were paid, and that other payouts reserve. */
  readonly used: bigint;
  readonly counters: readonly CounterUse[];
  /** Number of the patient among the members; '' if the policy has no members on file. */
  readonly member: string;
  /** The day from which the patient is covered; undefined if it is the policy's. */
  readonly joined: Day | undefined;
}

/** Returns the cover that applies to a patient, whose own cover and waiting periods begin on the day of joining. */
export const coverInForce = (file: CoverOnFile, terms: ProductTerms): Cover => ({
  slabs: slabsSince(file.slabs, file.joined),
  bonus: file.bonus,
  used: file.used,
  counters: countersOf(file, terms),
});

/** Returns what was used of the limits that apply to a patient. */
export const countersOf = (
  { counters, member: patient }: Pick<CoverOnFile, 'counters' | 'member'>,
  terms: ProductTerms,
): Cover['counters'] =>
  Object.fromEntries(
    counters
      .filter(({ benefit, member }) => member === memberOf(terms, benefit, patient))
      .map(({ benefit, used }) => [benefit, used]),
  );

/** The sum insured of the day of joining applies from that day on. */
const slabsSince = (slabs: readonly CoverSlab[], joined: Day | undefined): readonly CoverSlab[] => {
  if (joined === undefined) return slabs;
  const inOrder = slabs.toSorted((a, b) => a.since - b.since);
  const before = inOrder.findLast(({ since }) => since <= joined);
  const later = inOrder.filter(({ since }) => since > joined);
  return before === undefined ? later : [{ ...before, since: joined }, ...later];
};

/** Returns the limit of a counter: `cataract` for `cataract:right`. */
const limitOf = (benefit: string): string => benefit.split(':', 1)[0]!;

/** Returns the owner of a benefit's counter: the patient, or '' for the whole policy. */
export const memberOf = (terms: ProductTerms, benefit: string, member: string): string =>
  terms.sublimits.some(({ id, each }) => id === limitOf(benefit) && each === 'member') ? member : '';

/** Returns the names of the limits that count by policy year, without their parts. */
export const yearlyLimits = ({ sublimits, deductible }: ProductTerms): readonly string[] => [
  ...sublimits.filter(({ per }) => per === 'policy_year').map(({ id }) => id),
  ...(deductible?.per === 'policy_year' ? [DEDUCTIBLE_COUNTER] : []),
];
