import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type pg from 'pg';

/** A sealed segment as stored. */
export interface Segment {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly file_sha256: Buffer;
  readonly pruned_at: Date | null;
}

type Queries = Pick<pg.Pool, 'query'>;

/**
 * Returns where a team's next segment can end: at the newest signed checkpoint whose rows are all older than `days` days.
 * @returns undefined when no checkpoint is old enough
 */
export const nextSegmentEnd = async (
  pool: Queries,
  teamId: string,
  days: number,
): Promise<number | undefined> => {
  const { rows } = await pool.query<{ size: number }>(
    `SELECT c.size FROM ledger_checkpoints AS c JOIN agent_actions AS a ON a.team_id = c.team_id AND a.seq = c.size
     WHERE c.team_id = $1 AND a.created_at < now() - make_interval(days => $2)
       AND c.size > (SELECT coalesce(max(s.last_seq), 0) FROM ledger_segments AS s WHERE s.team_id = $1)
     ORDER BY c.size DESC LIMIT 1`,
    [teamId, days],
  );
  return rows[0]?.size;
};

/** Lists a team's segments, oldest first. */
export const listSegments = async (pool: Queries, teamId: string): Promise<readonly Segment[]> => {
  const { rows } = await pool.query<Segment>(
    'SELECT first_seq, last_seq, file_sha256, pruned_at FROM ledger_segments WHERE team_id = $1 ORDER BY last_seq',
    [teamId],
  );
  return rows;
};

export interface FileDigest {
  readonly sha256: Buffer;
  readonly bytes: number;
}

export const digestOfFile = async (path: string): Promise<FileDigest> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { sha256: hash.digest(), bytes: (await stat(path)).size };
};

/**
 * Records, in the database and in the chain itself, that rows have been moved to a file.
 * @param pool the owner's connection: the service's role lacks the privilege
 */
export const sealSegment = async (
  pool: Queries,
  { teamId, last, file }: { readonly teamId: string; readonly last: number; readonly file: FileDigest },
): Promise<void> => {
  await pool.query('SELECT FROM seal_ledger_segment($1, $2, $3, $4)', [
    teamId,
    last,
    file.sha256,
    file.bytes,
  ]);
};

/** Deletes a sealed segment's rows. @param pool the owner's connection @returns the number of rows deleted */
export const pruneSegment = async (pool: Queries, teamId: string, last: number): Promise<number> => {
  const { rows } = await pool.query<{ removed: number | string }>(
    'SELECT prune_ledger_segment($1, $2) AS removed',
    [teamId, last],
  );
  return Number(rows[0]?.removed);
};
