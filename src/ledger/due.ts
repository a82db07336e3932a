import type pg from 'pg';

/** Teams after one, in the order of their ids, whose chain is not of the size that was signed last. */
export const teamsToSign = async (
  pool: Pick<pg.Pool, 'query'>,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ team_id: string }>(
    `SELECT h.team_id FROM ledger_heads AS h
     LEFT JOIN LATERAL (
       SELECT c.size, c.last_row_hash FROM ledger_checkpoints AS c
       WHERE c.team_id = h.team_id ORDER BY c.size DESC LIMIT 1) AS last ON true
     WHERE h.team_id > $1
       AND (h.seq <> coalesce(last.size, 0) OR (last.size IS NOT NULL AND h.row_hash <> last.last_row_hash))
     ORDER BY h.team_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ team_id }) => team_id);
};
