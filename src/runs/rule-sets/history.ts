import type pg from 'pg';
import { readEntries } from '../../ledger/read.ts';
import type { Entry } from '../../ledger/entry.ts';

/** Maximum number of moves to show. */
const MAX_MOVES = 500;

/** Returns the rows about a rule set, newest first. @throws LedgerBrokenError when rows are hidden */
export const movesOf = async (
  pool: Pick<pg.Pool, 'query'>,
  teamId: string,
  ruleSetId: string,
): Promise<readonly Entry[]> => (await readEntries(pool, teamId, ruleSetId)).toReversed().slice(0, MAX_MOVES);
