import type pg from 'pg';
import { latestCheckpoint } from '../ledger/checkpoints.ts';
import { publishedKeys } from '../ledger/log-keys.ts';
import type { VerifiedUpTo } from '../ledger/index.ts';
import type { Checkpoint } from '../transparency/checkpoint.ts';
import { leafHash, verifyInclusion } from '../transparency/merkle.ts';
import { Finding } from './finding.ts';
import { checkpointOf } from './notes.ts';
import { inclusionOf } from './tree-proofs.ts';

type Pool = Pick<pg.Pool, 'query'>;

/**
 * Holds a team's chain against its latest signed checkpoint: the rows at `seq` and at the checkpoint's end are those that
 * were signed. So the hash of row `seq` is one to verify on from.
 * @param seq a row that was verified before; 0 for the last that the checkpoint covers
 * @returns undefined when the team has no checkpoint
 * @throws Finding when checkpoint and rows do not fit
 */
export const anchorOf = async (
  pool: Pool,
  teamId: string,
  seq: number,
): Promise<{ readonly size: number; readonly from: VerifiedUpTo } | undefined> => {
  const stored = await latestCheckpoint(pool, teamId);
  if (stored === undefined) return undefined;
  const keys = (await publishedKeys(pool, teamId)).map(({ key }) => key);
  if (keys.length === 0) throw new Finding('checkpoint_signature', null, 'no key of the log is known');
  const checkpoint = checkpointOf(stored.note, keys, teamId);
  const { size } = checkpoint;
  const end = await signedRow(pool, teamId, size, checkpoint);
  const sealed = await sealedEnd(pool, teamId);
  if (sealed > 0) await signedRow(pool, teamId, sealed, checkpoint);
  const start = Math.max(seq, sealed);
  const from = start > 0 && start < size ? await signedRow(pool, teamId, start, checkpoint) : end;
  return { size, from };
};

/** The last row that was sealed away and has left the database; 0 for none. */
const sealedEnd = async (pool: Pool, teamId: string): Promise<number> => {
  const { rows } = await pool.query<{ seq: number | null }>(
    'SELECT max(last_seq) AS seq FROM ledger_segments WHERE team_id = $1 AND pruned_at IS NOT NULL',
    [teamId],
  );
  return rows[0]?.seq ?? 0;
};

const signedRow = async (
  pool: Pool,
  teamId: string,
  seq: number,
  { size, root }: Checkpoint,
): Promise<VerifiedUpTo> => {
  const rowHash = await hashOf(pool, teamId, seq);
  if (rowHash === undefined) {
    throw new Finding('truncated', seq, `a checkpoint covers ${size} rows, and row ${seq} is not there`);
  }
  const proof = await inclusionOf(pool, teamId, { seq, size });
  const fits =
    proof !== undefined &&
    verifyInclusion({
      index: seq - 1,
      size,
      leafHash: leafHash(rowHash),
      proof: proof.map((hash) => Buffer.from(hash, 'base64')),
      root,
    });
  if (!fits)
    throw new Finding('checkpoint_root', seq, `row ${seq} is not the one that the checkpoint was made of`);
  return { seq, rowHash: rowHash.toString('hex') };
};

/** Of a row that is there, or of the last one that was sealed away. */
const hashOf = async (pool: Pool, teamId: string, seq: number): Promise<Buffer | undefined> => {
  const { rows } = await pool.query<{ row_hash: Buffer }>(
    `SELECT row_hash FROM agent_actions WHERE team_id = $1 AND seq = $2
     UNION ALL SELECT last_hash FROM ledger_segments WHERE team_id = $1 AND last_seq = $2 AND pruned_at IS NOT NULL`,
    [teamId, seq],
  );
  return rows[0]?.row_hash;
};
