import type pg from 'pg';
import type { Delivery } from './witness.ts';

type Queries = Pick<pg.Pool, 'query'>;

/** A team whose latest checkpoint must be delivered to a witness, or compared with the witness's checkpoint again. */
export interface DueShipment {
  readonly teamId: string;
  /** Size of the last checkpoint accepted by the witness; 0 for none. */
  readonly delivered: number;
}

/** Interval at which delivered checkpoints are compared again, because a truncated ledger may never grow again. */
const COMPARE_AGAIN = '10 minutes';

/**
 * Lists teams after a given one, in id order: those with a checkpoint that the witness has not accepted yet, once the pause after
 * the last failure is over (5 seconds, doubling up to 10 minutes), and those whose comparison is due again.
 */
export const dueShipments = async (
  pool: Queries,
  options: {
    readonly witness: string;
    readonly after: string;
    readonly limit: number;
    /** Includes every team with a checkpoint and ignores the records of earlier deliveries. */
    readonly all?: boolean;
  },
): Promise<readonly DueShipment[]> => {
  const { rows } = await pool.query<{ team_id: string; delivered: number | string }>(
    `SELECT t.id AS team_id, coalesce(s.size, 0) AS delivered
     FROM teams AS t
     CROSS JOIN LATERAL (
       SELECT c.size FROM ledger_checkpoints AS c WHERE c.team_id = t.id ORDER BY c.size DESC LIMIT 1) AS last
     LEFT JOIN ledger_shipments AS s ON s.team_id = t.id AND s.witness = $1
     WHERE t.id > $2 AND ($5 OR s.team_id IS NULL
       OR ((s.size <> last.size OR s.state <> 'delivered')
         AND s.tried_at <= now() - least(interval '5 seconds' * (2 ^ least(s.attempts, 10) - 1), interval '10 minutes'))
       OR s.tried_at NOT BETWEEN now() - $3::interval AND now() + interval '1 minute')
     ORDER BY t.id LIMIT $4`,
    [options.witness, options.after, COMPARE_AGAIN, options.limit, options.all ?? false],
  );
  return rows.map((row) => ({ teamId: row.team_id, delivered: Number(row.delivered) }));
};

/** Returns the size of a team's last checkpoint that a witness accepted; 0 for none. */
export const deliveredSize = async (pool: Queries, teamId: string, witness: string): Promise<number> => {
  const { rows } = await pool.query<{ size: number | string }>(
    'SELECT size FROM ledger_shipments WHERE team_id = $1 AND witness = $2',
    [teamId, witness],
  );
  return Number(rows[0]?.size ?? 0);
};

export interface WitnessState {
  readonly name: string;
  readonly state: Delivery['state'] | 'failed';
  /** Size of the last checkpoint that the witness accepted; 0 for none. */
  readonly size: number;
  readonly detail: string | null;
  readonly triedAt: Date;
  readonly deliveredAt: Date | null;
}

/** Lists the witnesses to which a team's checkpoints were sent, by name, each with its last delivery. */
export const witnessStates = async (pool: Queries, teamId: string): Promise<readonly WitnessState[]> => {
  const { rows } = await pool.query<Omit<WitnessState, 'size'> & { readonly size: number | string }>(
    `SELECT witness AS name, state, size, detail, tried_at AS "triedAt", delivered_at AS "deliveredAt"
     FROM ledger_shipments WHERE team_id = $1 ORDER BY witness`,
    [teamId],
  );
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
};

/** Records a delivery's outcome. A delivered size never decreases. */
export const recordShipment = async (
  pool: Queries,
  shipment: { readonly teamId: string; readonly witness: string; readonly size: number },
  outcome: { readonly state: Delivery['state'] | 'failed'; readonly detail: string | null },
): Promise<void> => {
  const delivered = outcome.state === 'delivered';
  await pool.query(
    `INSERT INTO ledger_shipments AS s (team_id, witness, state, size, attempts, failures, detail, delivered_at)
     VALUES ($1, $2, $3, CASE WHEN $4 THEN $5::bigint ELSE 0 END, CASE WHEN $4 THEN 0 ELSE 1 END,
       CASE WHEN $4 THEN 0 ELSE 1 END, $6, CASE WHEN $4 THEN now() END)
     ON CONFLICT (team_id, witness) DO UPDATE SET state = EXCLUDED.state, detail = EXCLUDED.detail, tried_at = now(),
       size = greatest(s.size, EXCLUDED.size), failures = s.failures + EXCLUDED.failures,
       attempts = CASE WHEN $4 THEN 0 ELSE s.attempts + 1 END,
       delivered_at = coalesce(EXCLUDED.delivered_at, s.delivered_at)`,
    [shipment.teamId, shipment.witness, outcome.state, delivered, shipment.size, outcome.detail],
  );
};
