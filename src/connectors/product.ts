import type { CoverSlab } from '../governance/adjudication/claim.ts';
import type { Day } from '../governance/dates.ts';
import { amountOf, dayOf, FieldError, type Fields, has, textOf, wordOf } from './fields.ts';

/**
 * The cover of the product of a policy in another system. Its terms are those of the team's product with this
 * code.
 */
export interface ServedProduct {
  readonly code: string;
  readonly kind: 'individual' | 'floater';
  readonly bonus: bigint;
  readonly slabs: readonly CoverSlab[];
}

/** More enhancements than any real policy has. */
const MAX_SLABS = 100;

/** Reads the product of a policy; undefined if its record names none. */
export const readProduct = (
  record: Fields,
  { since, sumInsured }: { readonly since: Day; readonly sumInsured: bigint },
): ServedProduct | undefined => {
  if (!has(record, 'product')) return undefined;
  const code = textOf(record, 'product');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(code))
    throw new FieldError('product', 'the code of a product');
  return {
    code,
    kind: has(record, 'kind') ? wordOf(record, 'kind', ['individual', 'floater']) : 'individual',
    bonus: has(record, 'bonus') ? amountOf(record, 'bonus', 0n) : 0n,
    slabs: slabsOf(record) ?? [{ since, sumInsured }],
  };
};

const slabsOf = ({ slabs }: Fields): readonly CoverSlab[] | undefined => {
  if (slabs === undefined || slabs === null) return undefined;
  const isList = Array.isArray(slabs) && slabs.length > 0 && slabs.length <= MAX_SLABS;
  if (!isList || !slabs.every((each) => typeof each === 'object' && each !== null))
    throw new FieldError('slabs', 'a list of {since, sum_insured}');
  return (slabs as readonly Fields[]).map((slab) => ({
    since: dayOf(slab, 'since'),
    sumInsured: amountOf(slab, 'sum_insured', 1n),
  }));
};
