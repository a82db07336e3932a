import type pg from 'pg';
import { LedgerBrokenError } from '../errors.ts';
import { rangeRoots } from '../tree.ts';
import { inclusionRanges, nodesOf, type Range } from '../proofs/prover.ts';

type Pool = Pick<pg.Pool, 'query'>;

/** @returns undefined when the stored tree lacks the hashes; the export then omits them, and verification rejects it */
const rootsOf = async (
  pool: Pool,
  teamId: string,
  ranges: readonly Range[],
): Promise<readonly string[] | undefined> => {
  try {
    const rootOf = await rangeRoots(pool, teamId, ranges);
    return ranges.map((range) => Buffer.from(rootOf(range)).toString('base64'));
  } catch (error) {
    if (error instanceof LedgerBrokenError) return undefined;
    throw error;
  }
};

/** Returns the inclusion proof of row `seq` in the tree of `size` rows: base64, the leaf's sibling first. */
export const inclusionOf = async (
  pool: Pool,
  teamId: string,
  { seq, size }: { readonly seq: number; readonly size: number },
): Promise<readonly string[] | undefined> => rootsOf(pool, teamId, inclusionRanges(seq - 1, size));

/** Returns the roots of the complete subtrees in the tree of `size` rows: base64, largest first. */
export const peaksOf = async (
  pool: Pool,
  teamId: string,
  size: number,
): Promise<readonly string[] | undefined> =>
  rootsOf(
    pool,
    teamId,
    nodesOf({ start: 0, end: size }).map(({ level, n }) => ({
      start: n * 2 ** level,
      end: (n + 1) * 2 ** level,
    })),
  );
