import type pg from 'pg';
import { latestSigned } from '../signed-checkpoints.ts';
import type { VerifiedUpTo } from '../index.ts';
import type { Checkpoint } from '../proofs/checkpoint.ts';
import { leafHash, verifyInclusion } from '../proofs/merkle.ts';
import { AuditFindingError } from './finding.ts';
import { checkEnds } from './signed-sizes.ts';
import { inclusionOf } from './tree-proofs.ts';

type Pool = Pick<pg.Pool, 'query'>;

export interface Anchor {
  /** Size of the signed checkpoint. */
  readonly size: number;
  /** A row whose hash is confirmed by the checkpoint. The rows after it must still be verified. */
  readonly from: VerifiedUpTo;
}

export interface Anchored {
  /** Undefined when none of the team's checkpoints was signed by one of the log's keys. */
  readonly anchor: Anchor | undefined;
  /** Set if the checkpoint table is faulty, even though the rows match the signed checkpoint. */
  readonly foreign: AuditFindingError | undefined;
}

/**
 * Compares a team's chain with its latest signed checkpoint: the rows at `seq` and at the end of the checkpoint must be the ones
 * that were signed, and both ends of the chain must be present. Skips stored checkpoints that were not signed by one of the log's
 * keys, so that a forged checkpoint cannot prevent the check.
 * @param seq seq of a previously verified row; 0 for the last row covered by the checkpoint
 * @throws AuditFindingError when the checkpoint and the rows do not match
 */
export const anchorOf = async (pool: Pool, teamId: string, seq: number): Promise<Anchored> => {
  const { checkpoint: stored, foreign: sizes } = await latestSigned(pool, teamId);
  const foreign = sizes.length === 0 ? undefined : notSigned(sizes);
  if (stored === undefined) {
    await checkEnds(pool, teamId);
    return { anchor: undefined, foreign };
  }
  const end = await signedRow(pool, teamId, stored.size, stored);
  const sealed = await sealedEnd(pool, teamId);
  if (sealed > 0) await signedRow(pool, teamId, sealed, stored);
  await checkEnds(pool, teamId);
  const start = Math.max(seq, sealed);
  const from = start > 0 && start < stored.size ? await signedRow(pool, teamId, start, stored) : end;
  return { anchor: { size: stored.size, from }, foreign };
};

const notSigned = (sizes: readonly number[]): AuditFindingError =>
  new AuditFindingError(
    'checkpoint_signature',
    null,
    `no key of the log has signed the stored checkpoint over ${sizes[0]} rows${sizes.length > 1 ? ` and ${sizes.length - 1} more` : ''}`,
  );

/** Returns the seq of the last row that was moved to a sealed segment and pruned from the database; 0 if there is none. */
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
    throw new AuditFindingError(
      'truncated',
      seq,
      `a checkpoint covers ${size} rows, but row ${seq} is missing`,
    );
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
    throw new AuditFindingError(
      'checkpoint_root',
      seq,
      `row ${seq} differs from the row that the checkpoint covers`,
    );
  return { seq, rowHash: rowHash.toString('hex') };
};

/** Returns the hash of a stored row or of the last pruned row. */
const hashOf = async (pool: Pool, teamId: string, seq: number): Promise<Buffer | undefined> => {
  const { rows } = await pool.query<{ row_hash: Buffer }>(
    `SELECT row_hash FROM agent_actions WHERE team_id = $1 AND seq = $2
     UNION ALL SELECT last_hash FROM ledger_segments WHERE team_id = $1 AND last_seq = $2 AND pruned_at IS NOT NULL`,
    [teamId, seq],
  );
  return rows[0]?.row_hash;
};
