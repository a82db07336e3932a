import { sql } from 'kysely';
import type pg from 'pg';
import { createDatabase } from '../store/db/client.ts';
import { emit } from '../store/outbox/emit.ts';

/** A signed checkpoint as stored. */
export interface StoredCheckpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  /** The signed note, including the signature lines of witnesses that cosigned it. */
  readonly note: string;
  /** The signed note without the witnesses' signature lines. */
  readonly ownNote: string;
  readonly lastRowHash: Buffer;
  readonly createdAt: Date;
  /** Names of the witnesses that cosigned. */
  readonly cosignedBy: readonly string[];
}

type Queries = Pick<pg.Pool, 'query'>;

interface CheckpointRow {
  readonly origin: string;
  readonly size: number | string;
  readonly root: Buffer;
  readonly note: string;
  readonly lines: string;
  readonly last_row_hash: Buffer;
  readonly created_at: Date;
  readonly cosigned_by: readonly string[];
}

const SELECT = `SELECT c.origin, c.size, c.root, c.note, coalesce(s.lines, '') AS lines, c.last_row_hash, c.created_at,
    coalesce(s.names, '{}') AS cosigned_by
  FROM ledger_checkpoints AS c LEFT JOIN LATERAL (
    SELECT string_agg(w.line, '' ORDER BY w.witness) AS lines, array_agg(w.witness ORDER BY w.witness) AS names
    FROM ledger_cosignatures AS w WHERE w.team_id = c.team_id AND w.size = c.size) AS s ON true`;

const toCheckpoint = (row: CheckpointRow): StoredCheckpoint => ({
  origin: row.origin,
  size: Number(row.size),
  root: row.root,
  note: row.note + row.lines,
  ownNote: row.note,
  lastRowHash: row.last_row_hash,
  createdAt: row.created_at,
  cosignedBy: row.cosigned_by,
});

const readOne = async (
  pool: Queries,
  rest: string,
  values: readonly unknown[],
): Promise<StoredCheckpoint | undefined> => {
  const { rows } = await pool.query<CheckpointRow>(`${SELECT} ${rest}`, [...values]);
  const [row] = rows;
  return row && toCheckpoint(row);
};

/** Returns a team's checkpoints, the largest first. @param below size of the last checkpoint of the page before */
export const checkpointsBelow = async (
  pool: Queries,
  teamId: string,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<readonly StoredCheckpoint[]> => {
  const rest = 'WHERE c.team_id = $1 AND c.size < $2 ORDER BY c.size DESC LIMIT $3';
  const { rows } = await pool.query<CheckpointRow>(`${SELECT} ${rest}`, [teamId, below, limit]);
  return rows.map(toCheckpoint);
};

/** Returns a team's largest checkpoint. @returns undefined when the team has none yet */
export const latestCheckpoint = async (
  pool: Queries,
  teamId: string,
): Promise<StoredCheckpoint | undefined> =>
  readOne(pool, 'WHERE c.team_id = $1 ORDER BY c.size DESC LIMIT 1', [teamId]);

/** Returns a team's largest checkpoint smaller than `size`. @returns undefined when the team has none */
export const checkpointBelow = async (
  pool: Queries,
  teamId: string,
  size: number,
): Promise<StoredCheckpoint | undefined> =>
  readOne(pool, 'WHERE c.team_id = $1 AND c.size < $2 ORDER BY c.size DESC LIMIT 1', [teamId, size]);

/** Returns the smallest checkpoint that covers a row. @returns undefined when none does */
export const checkpointCovering = async (
  pool: Queries,
  teamId: string,
  seq: number,
): Promise<StoredCheckpoint | undefined> =>
  readOne(pool, 'WHERE c.team_id = $1 AND c.size >= $2 ORDER BY c.size LIMIT 1', [teamId, seq]);

/** Returns the checkpoint of exactly this size. @returns undefined when none is stored */
export const checkpointOfSize = async (
  pool: Queries,
  teamId: string,
  size: number,
): Promise<StoredCheckpoint | undefined> =>
  readOne(pool, 'WHERE c.team_id = $1 AND c.size = $2', [teamId, size]);

/**
 * Stores a checkpoint, and the event that reports it, unless one of the same size exists already.
 * @returns whether it was stored
 */
export const storeCheckpoint = async (
  pool: pg.Pool,
  teamId: string,
  { origin, size, root, note, lastRowHash }: Omit<StoredCheckpoint, 'ownNote' | 'createdAt' | 'cosignedBy'>,
): Promise<boolean> => {
  const event = {
    teamId,
    type: 'checkpoint.signed',
    subject: 'checkpoints',
    key: String(size),
    ids: { size, origin },
  } as const;
  return createDatabase(pool)
    .transaction()
    .execute(async (tx) => {
      const { numAffectedRows } = await sql`
        INSERT INTO ledger_checkpoints (team_id, size, origin, root, note, last_row_hash)
        VALUES (${teamId}, ${size}, ${origin}, ${root}, ${note}, ${lastRowHash}) ON CONFLICT DO NOTHING`.execute(
        tx,
      );
      if (numAffectedRows !== 1n) return false;
      await emit(tx, event);
      return true;
    });
};

/** Stores a witness's signature line. If the witness has already signed this checkpoint, keeps its first line. */
export const storeCosignature = async (
  pool: Queries,
  teamId: string,
  { size, witness, line }: { readonly size: number; readonly witness: string; readonly line: string },
): Promise<void> => {
  await pool.query(
    `INSERT INTO ledger_cosignatures (team_id, size, witness, line) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [teamId, size, witness, line],
  );
};
