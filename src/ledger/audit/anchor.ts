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
  /** A row whose hash the checkpoint fixes; the rows after it still have to be verified. */
  readonly from: VerifiedUpTo;
}

export interface Anchored {
  /** Undefined when the log's keys signed none of the team's checkpoints. */
  readonly anchor: Anchor | undefined;
  /** Fault in the table of checkpoints, although the rows match the signed checkpoint. */
  readonly foreign: AuditFindingError | undefined;
}

/**
 * Compares a team's chain with its latest signed checkpoint: the rows at `seq` and at the checkpoint's end must be the signed
 * ones, and neither end of the chain may be missing. Skips stored checkpoints that no key of the log signed, so that a forged one
 * cannot keep the rows from being checked.
 * @param seq a row that was verified before; 0 for the last one that the checkpoint covers
 * @throws AuditFindingError when checkpoint and rows do not match
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

/** Returns the last row that was sealed away and deleted from the database; 0 for none. */
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

/** Returns the hash of a stored row, or of the last row that was sealed away. */
const hashOf = async (pool: Pool, teamId: string, seq: number): Promise<Buffer | undefined> => {
  const { rows } = await pool.query<{ row_hash: Buffer }>(
    `SELECT row_hash FROM agent_actions WHERE team_id = $1 AND seq = $2
     UNION ALL SELECT last_hash FROM ledger_segments WHERE team_id = $1 AND last_seq = $2 AND pruned_at IS NOT NULL`,
    [teamId, seq],
  );
  return rows[0]?.row_hash;
};
