import type pg from 'pg';
import { readExtent } from './extent.ts';
import type { Entry } from '../entry.ts';
import { ledgerError } from '../errors.ts';
import { type StoredRow, toEntry } from '../read.ts';

/**
 * Lists a team's entries of a period, newest first.
 * @param options.below seq of the last entry of the page before
 */
export const listEntries = async (
  pool: Pick<pg.Pool, 'query'>,
  {
    teamId,
    from,
    to,
    below,
    limit,
  }: {
    readonly teamId: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly below?: number | undefined;
    readonly limit: number;
  },
): Promise<{ readonly entries: readonly Entry[]; readonly hasMore: boolean }> => {
  try {
    const { first, last } = await readExtent(pool, teamId, { kind: 'range', from, to });
    const { rows } = await pool.query<StoredRow>(
      `SELECT team_id, seq, id, ledger_ref, step, action, created_at, prev_hash, row_hash, body FROM agent_actions
       WHERE team_id = $1 AND seq >= $2 AND seq <= $3 ORDER BY seq DESC LIMIT $4`,
      [teamId, first, Math.min(last, (below ?? last + 1) - 1), limit + 1],
    );
    return { entries: rows.slice(0, limit).map(toEntry), hasMore: rows.length > limit };
  } catch (error) {
    throw ledgerError(error);
  }
};
