import type pg from 'pg';
import { parseBody, saidIn, type Entry } from './entry.ts';
import { ledgerError } from './errors.ts';

interface StoredRow {
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

/** A row whose body someone made unreadable is still shown, with that body: hiding it would help whoever did it. */
const toEntry = (row: StoredRow): Entry => ({
  seq: Number(row.seq),
  id: row.id,
  team_id: row.team_id,
  ledger_ref: row.ledger_ref,
  step: row.step,
  action: row.action,
  ...saidIn(parseBody(row.body).content),
  created_at: row.created_at.toISOString(),
  prev_hash: row.prev_hash.toString('hex'),
  row_hash: row.row_hash.toString('hex'),
  body: row.body,
});
