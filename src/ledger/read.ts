import type pg from 'pg';
import { actorIn } from './actor.ts';
import { parseBody, saidIn, type Entry } from './entry.ts';
import { LedgerBrokenError, ledgerError } from './errors.ts';

export interface StoredRow {
  readonly team_id: string;
  readonly seq: number | string;
  readonly id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly action: string;
  readonly created_at: Date;
  readonly prev_hash: Buffer;
  readonly row_hash: Buffer;
  readonly body: string;
}

/**
 * Returns a ledger_ref's entries in seq order, or none if the ref does not exist or belongs to another team.
 * @throws LedgerBrokenError when a policy or view hides rows from this connection
 */
export const readEntries = async (
  pool: Pick<pg.Pool, 'query'>,
  teamId: string,
  ledgerRef: string,
): Promise<readonly Entry[]> => {
  try {
    const { rows } = await pool.query<StoredRow & { readonly stored: number }>(
      // The CTE is materialized because the planner would otherwise count once per row, which is quadratic.
      `WITH n AS MATERIALIZED (SELECT count_agent_actions($1, $2) AS stored)
       SELECT n.stored, a.team_id, a.seq, a.id, a.ledger_ref, a.step, a.action, a.created_at, a.prev_hash, a.row_hash, a.body
       FROM n LEFT JOIN agent_actions AS a ON a.team_id = $1 AND a.ledger_ref = $2 ORDER BY a.seq`,
      [teamId, ledgerRef],
    );
    const entries = rows.filter(({ seq }) => seq !== null).map(toEntry);
    checkVisible(entries.length, rows[0]?.stored ?? 0);
    return entries;
  } catch (error) {
    throw error instanceof LedgerBrokenError ? error : ledgerError(error);
  }
};

/** Compares the number of visible rows with the number stored. @throws LedgerBrokenError when they differ */
export const checkVisible = (seen: number, stored: number): void => {
  if (seen !== stored) {
    throw new LedgerBrokenError(`hidden: ${stored} rows are stored, but only ${seen} are visible`);
  }
};

/**
 * Converts a stored row. If its body was made unreadable, still returns the row with that body, because hiding it would help an
 * attacker.
 */
export const toEntry = (row: StoredRow): Entry => {
  const { content } = parseBody(row.body);
  return {
    seq: Number(row.seq),
    id: row.id,
    team_id: row.team_id,
    ledger_ref: row.ledger_ref,
    step: row.step,
    action: row.action,
    actor: actorIn(content.actor),
    ...saidIn(content),
    created_at: row.created_at.toISOString(),
    prev_hash: row.prev_hash.toString('hex'),
    row_hash: row.row_hash.toString('hex'),
    body: row.body,
  };
};
