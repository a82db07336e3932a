import type { ProductTerms } from '../../contract/product-terms.ts';
import { memberOf } from './cover-in-force.ts';
import { SUM_INSURED_COUNTER } from './claim.ts';

/** What a payment uses of a limit that counts by policy year. `member` is '' for a limit of the whole policy. */
export interface Move {
  readonly year: string;
  readonly benefit: string;
  readonly member: string;
  readonly paise: number;
}

/** Returns what paying a claim uses of limits that count by policy year. */
export const movesFrom = (
  moves: Readonly<Record<string, bigint>>,
  { year, member }: Pick<Move, 'year' | 'member'>,
  terms: ProductTerms,
): Move[] =>
  Object.entries(moves)
    .filter(([benefit, paise]) => benefit !== SUM_INSURED_COUNTER && paise > 0n)
    .map(([benefit, paise]) => ({
      year,
      benefit,
      member: memberOf(terms, benefit, member),
      paise: Number(paise),
    }));
