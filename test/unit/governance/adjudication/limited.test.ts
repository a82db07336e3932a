import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ProductTerms } from '../../../../src/contract/product-terms.ts';
import { limitAgain } from '../../../../src/governance/adjudication/pipeline/limit-again.ts';
import { readCover } from '../../../../src/governance/adjudication/read-cover.ts';
import type { Case } from '../../../../src/governance/members.ts';
import { limitedFrom, storedLimited } from '../../../../src/store/records/limited.ts';
import { adjudicated, productWith } from '../../../helpers/adjudication.ts';

const cases = readFileSync('test/corpora/adjudication.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly case: Case }).case);

const DEDUCTIBLE = { amount: 10_000_00, per: 'policy_year', clause: 'Deductible' } as const;
const orders: ProductTerms['stages'][] = [
  ['sublimits', 'deductible', 'balance', 'copay'],
  ['copay', 'balance', 'deductible', 'sublimits'],
];
const products = orders.map((stages) => productWith({ stages, deductible: DEDUCTIBLE }));

/** Adjudicates a case, and applies the limits again to what was stored of it. */
const both = (given: Case, product: (typeof products)[number], cover = readCover(given['cover'])!) => {
  const filed = adjudicated(given, product);
  const stored = storedLimited({ ...filed.limited, year: '2026-01-01', member: '' });
  const kept = limitedFrom(JSON.parse(JSON.stringify(stored)) as typeof stored);
  return { filed, again: limitAgain(kept, product.set.terms!, cover) };
};

it('limits applied again to what was stored of a claim come out as when it was filed', () => {
  for (const product of products)
    for (const given of cases) {
      const { filed, again } = both(given, product);
      expect(again.approved).toBe(filed.amount.approved);
      if (filed.limited.excluded) continue;
      const { sum_insured: _, ...moves } = filed.proposedMoves;
      expect(again.moves).toEqual(moves);
    }
});

const eye = {
  admission: '2026-11-03',
  discharge: '2026-11-06',
  cataract: true,
  eye: 'right',
  items: [{ head: 'procedure', text: 'name of a person', amount: '30000' }],
  cover: { slabs: [{ since: '2020-01-01', sum_insured: '5 lakh' }] },
};

it('they follow what other claims have used of a limit, of the deductible and of the sum insured', () => {
  const [product] = products as [(typeof products)[number]];
  const cover = readCover(eye.cover)!;
  const now = (changes: Partial<typeof cover>) => both(eye, product, { ...cover, ...changes }).again;
  expect(now({})).toEqual({
    approved: 19_000_00n,
    moves: { 'cataract:right': 30_000_00n, deductible: 10_000_00n },
  });
  const used = now({ counters: { 'cataract:right': 35_000_00n, deductible: 10_000_00n } });
  expect(used).toEqual({ approved: 4_750_00n, moves: { 'cataract:right': 5_000_00n, deductible: 0n } });
  expect(now({ used: 490_000_00n }).approved).toBe(9_500_00n);
});

it('an excluded claim is proposed nothing, but an approval by a person counts against its limits', () => {
  const given = { ...eye, cover: { slabs: [{ since: '2026-10-20', sum_insured: '5 lakh' }] } };
  const { filed, again } = both(given, products[0]!);
  expect(filed.amount.approved).toBe(0n);
  expect(again).toEqual({ approved: 0n, moves: { 'cataract:right': 30_000_00n, deductible: 10_000_00n } });
});

it('what is stored has no text of the bill', () => {
  const { filed } = both({ ...eye, eye: '9833471626' }, products[0]!);
  expect(JSON.stringify(storedLimited({ ...filed.limited, year: '', member: '' }))).not.toMatch(
    /person|9833/,
  );
});
