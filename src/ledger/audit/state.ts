import type pg from 'pg';

/** State of all teams' scheduled checks. */
export interface AuditState {
  /** Number of teams whose last check found a fault. */
  readonly brokenChains: number;
  /** Seconds since the least recently checked team was checked; 0 if no team has been checked yet. */
  readonly checkAgeSeconds: number;
}

export const readAuditState = async (pool: Pick<pg.Pool, 'query'>): Promise<AuditState> => {
  const { rows } = await pool.query<{ broken: number; age: number }>(
    `SELECT count(*) FILTER (WHERE NOT ok) AS broken,
       coalesce(extract(epoch FROM now() - min(checked_at)), 0)::float8 AS age FROM ledger_checks`,
  );
  return { brokenChains: rows[0]?.broken ?? 0, checkAgeSeconds: rows[0]?.age ?? 0 };
};
