import type pg from 'pg';
import { toEntry, type Entry, type StoredRow } from './entry.ts';
import { ledgerError } from './errors.ts';

/** The entries of one ledger_ref of a team in seq order; none when there is no such ref, or it is another team's. */
export const readEntries = async (
  pool: Pick<pg.Pool, 'query'>,
  teamId: string,
  ledgerRef: string,
): Promise<readonly Entry[]> => {
  try {
    const { rows } = await pool.query<StoredRow>(
      `SELECT team_id, seq, id, ledger_ref, step, action, created_at, prev_hash, row_hash, body
       FROM agent_actions WHERE team_id = $1 AND ledger_ref = $2 ORDER BY seq`,
      [teamId, ledgerRef],
    );
    return rows.map(toEntry);
  } catch (error) {
    throw ledgerError(error);
  }
};
