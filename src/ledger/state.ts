import type pg from 'pg';

/** State of all teams' checkpoints. */
export interface LedgerState {
  /** Number of rows that no checkpoint covers yet, and the age of the oldest in seconds; both 0 if there are none. */
  readonly unsignedRows: number;
  readonly unsignedSeconds: number;
  /** Number of teams for which nothing is signed because their chain does not verify. */
  readonly refusedTeams: number;
  /** For each witness, the number of teams by the outcome of their last delivery, and the total number of failures. */
  readonly witnesses: readonly {
    readonly name: string;
    readonly delivered: number;
    readonly failed: number;
    readonly refused: number;
    readonly failures: number;
  }[];
}

const UNSIGNED = `
  SELECT coalesce(sum(greatest(h.seq - last.size, 0)), 0)::bigint AS rows,
    coalesce(extract(epoch FROM now() - min(next.created_at)), 0)::float8 AS seconds,
    (SELECT count(*) FROM ledger_refusals) AS refused
  FROM ledger_heads AS h
  CROSS JOIN LATERAL (
    SELECT coalesce(max(c.size), 0) AS size FROM ledger_checkpoints AS c WHERE c.team_id = h.team_id) AS last
  LEFT JOIN agent_actions AS next ON next.team_id = h.team_id AND next.seq = last.size + 1`;

const WITNESSES = `
  SELECT witness AS name, count(*) FILTER (WHERE state = 'delivered') AS delivered,
    count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE state = 'refused') AS refused,
    sum(failures)::bigint AS failures
  FROM ledger_shipments GROUP BY witness ORDER BY witness`;

export const readLedgerState = async (pool: Pick<pg.Pool, 'query'>): Promise<LedgerState> => {
  const { rows } = await pool.query<Record<'rows' | 'seconds' | 'refused', number>>(UNSIGNED);
  const { rows: witnesses } = await pool.query<LedgerState['witnesses'][number]>(WITNESSES);
  return {
    unsignedRows: rows[0]?.rows ?? 0,
    unsignedSeconds: rows[0]?.seconds ?? 0,
    refusedTeams: rows[0]?.refused ?? 0,
    witnesses,
  };
};
