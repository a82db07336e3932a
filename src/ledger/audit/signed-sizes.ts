import type pg from 'pg';
import { AuditFindingError } from './finding.ts';

type Pool = Pick<pg.Pool, 'query'>;

interface Sizes {
  /** The largest size of a checkpoint, tree or witness delivery in the database. */
  readonly known: number;
  /** seq of the last row, whether it is stored or pruned. */
  readonly last: number;
  /** seq of the last row that was moved to a sealed segment and pruned; 0 if there is none. */
  readonly pruned: number;
  /** Whether the chain itself records that those rows were pruned. */
  readonly recorded: boolean;
}

const SIZES = `
  SELECT greatest(
      (SELECT max(c.size) FROM ledger_checkpoints AS c WHERE c.team_id = $1),
      (SELECT t.size FROM ledger_trees AS t WHERE t.team_id = $1),
      (SELECT max(s.size) FROM ledger_shipments AS s WHERE s.team_id = $1), 0) AS known,
    greatest((SELECT max(a.seq) FROM agent_actions AS a WHERE a.team_id = $1), p.last_seq, 0) AS last,
    coalesce(p.last_seq, 0) AS pruned,
    p.last_seq IS NULL OR EXISTS (SELECT FROM agent_actions AS a
      WHERE a.team_id = $1 AND a.idem_key = 'segment-' || p.last_seq || '/ledger.prune' AND a.action = 'ledger.prune'
        AND strpos(a.body, '"file_sha256":"' || encode(p.file_sha256, 'hex') || '"') > 0
        AND strpos(a.body, '"last_hash":"' || encode(p.last_hash, 'hex') || '"') > 0) AS recorded
  FROM (SELECT) AS one
  LEFT JOIN LATERAL (SELECT * FROM ledger_segments AS s WHERE s.team_id = $1 AND s.pruned_at IS NOT NULL
    ORDER BY s.last_seq DESC LIMIT 1) AS p ON true`;

/**
 * Compares both ends of a chain with its checkpoints, tree and witness deliveries. This is needed because a chain that has lost
 * its end and its head still verifies by itself, and a chain that has lost its beginning looks as if those rows had been pruned.
 * @throws AuditFindingError when rows are missing at either end
 */
export const checkEnds = async (pool: Pool, teamId: string): Promise<void> => {
  const { rows } = await pool.query<Sizes>(SIZES, [teamId]);
  const { known, last, pruned, recorded } = rows[0]!;
  if (known > last) {
    throw new AuditFindingError(
      'truncated',
      last + 1,
      `${known} rows were signed or delivered, but the last row is ${last}`,
    );
  }
  if (!recorded) {
    throw new AuditFindingError(
      'gap',
      1,
      `rows 1 to ${pruned} are missing, and no row of the chain records that they were sealed in a file`,
    );
  }
};
