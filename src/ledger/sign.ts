import type pg from 'pg';
import { formatCheckpoint } from './proofs/checkpoint.ts';
import { leafHash } from './proofs/merkle.ts';
import { type Signer, signNote } from './proofs/signer.ts';
import { storeCheckpoint, type StoredCheckpoint } from './checkpoints.ts';
import { LedgerBrokenError } from './errors.ts';
import { activeKeys, originOf } from './log-keys.ts';
import { latestSigned, signedOfSize } from './signed-checkpoints.ts';
import { extendTree, rangeRoots } from './tree.ts';
import { verifyChain } from './verify.ts';

export interface SigningParts {
  readonly pool: pg.Pool;
  readonly originBase: string;
  /**
   * Every signer signs, so that readers who know only the old key or only the new one can verify while a key is being replaced.
   */
  readonly signers: readonly Signer[];
  /** Called with the sizes of stored checkpoints that none of the log's keys has signed. Signing skips these. */
  readonly onForeign?: (foreign: { readonly teamId: string; readonly sizes: readonly number[] }) => void;
}

/** `empty`: the chain has no rows. `unchanged`: the last checkpoint covers them all. */
export type Signing =
  | { readonly outcome: 'signed' | 'unchanged'; readonly size: number }
  | { readonly outcome: 'empty' }
  | { readonly outcome: 'refused'; readonly reason: string };

/**
 * Signs a checkpoint over all current rows of a team's chain. Because a signature cannot be taken back, first verifies the rows
 * since the last checkpoint and checks that the tree continues that checkpoint. Ignores stored checkpoints that none of the log's
 * keys has signed.
 */
export const signCheckpoint = async (parts: SigningParts, teamId: string): Promise<Signing> => {
  const { pool } = parts;
  const { checkpoint: last, foreign } = await latestSigned(pool, teamId);
  if (foreign.length > 0) parts.onForeign?.({ teamId, sizes: foreign });
  const head = await readHead(pool, teamId);
  if (head === undefined || (head.size === 0 && last === undefined)) return { outcome: 'empty' };
  if (head.size === last?.size && head.rowHash.equals(last.lastRowHash)) {
    await forgetRefusal(pool, teamId);
    return { outcome: 'unchanged', size: last.size };
  }
  try {
    await verifyRows(pool, teamId, last);
    const signed = await signOver(parts, teamId, head, last);
    await forgetRefusal(pool, teamId);
    return signed;
  } catch (error) {
    if (!(error instanceof LedgerBrokenError)) throw error;
    await storeRefusal(pool, teamId, error.message);
    return { outcome: 'refused', reason: error.message };
  }
};

interface Head {
  readonly size: number;
  readonly rowHash: Buffer;
}

const readHead = async (pool: pg.Pool, teamId: string): Promise<Head | undefined> => {
  const { rows } = await pool.query<{ seq: number | string; row_hash: Buffer }>(
    'SELECT seq, row_hash FROM ledger_heads WHERE team_id = $1',
    [teamId],
  );
  const [row] = rows;
  return row && { size: Number(row.seq), rowHash: row.row_hash };
};

/** Reason given when none of the signing keys is published: an auditor would not know them. */
const UNPUBLISHED =
  'keys: none of this worker’s signing keys is published; publish them with `pramaan ledger publish-keys`';

const verifyRows = async (
  pool: pg.Pool,
  teamId: string,
  last: StoredCheckpoint | undefined,
): Promise<void> => {
  const since = last && { seq: last.size, rowHash: last.lastRowHash.toString('hex') };
  const { ok, reason, first_broken } = await verifyChain(pool, teamId, since);
  if (!ok) throw new LedgerBrokenError(`${reason ?? 'unknown'} (row ${first_broken ?? 'unknown'})`);
};

const signOver = async (
  { pool, originBase, signers }: SigningParts,
  teamId: string,
  head: Head,
  last: StoredCheckpoint | undefined,
): Promise<Signing> => {
  const { size } = head;
  const { keys } = await activeKeys(pool, originBase);
  const active = signers.filter(({ publicKey }) => keys.some((key) => key.equals(publicKey)));
  if (active.length === 0) throw new LedgerBrokenError(UNPUBLISHED);
  await extendTree(pool, teamId, size);
  const whole = { start: 0, end: size };
  const lastLeaf = { start: size - 1, end: size };
  const before = { start: 0, end: last?.size ?? 0 };
  const rootOf = await rangeRoots(pool, teamId, [whole, lastLeaf, before]);
  if (last !== undefined && !last.root.equals(rootOf(before))) {
    throw new LedgerBrokenError('tree: it does not continue the last checkpoint');
  }
  if (!leafHash(head.rowHash).equals(rootOf(lastLeaf))) {
    throw new LedgerBrokenError('tree: its last leaf is not the last row');
  }
  const origin = originOf(originBase, teamId);
  const root = Buffer.from(rootOf(whole));
  const note = signNote(formatCheckpoint({ origin, size, root }), origin, active);
  const isStored = await storeCheckpoint(pool, teamId, {
    origin,
    size,
    root,
    note,
    lastRowHash: head.rowHash,
  });
  if (!isStored && (await signedOfSize(pool, teamId, size)) === undefined) {
    throw new LedgerBrokenError(
      `checkpoint: no key of the log signed the stored one over ${size} rows; signing resumes when the chain grows`,
    );
  }
  return { outcome: 'signed', size };
};

const storeRefusal = async (pool: pg.Pool, teamId: string, reason: string): Promise<void> => {
  await pool.query(
    `INSERT INTO ledger_refusals (team_id, reason) VALUES ($1, $2)
     ON CONFLICT (team_id) DO UPDATE SET reason = EXCLUDED.reason, refused_at = now()`,
    [teamId, reason],
  );
};

const forgetRefusal = async (pool: pg.Pool, teamId: string): Promise<void> => {
  await pool.query('DELETE FROM ledger_refusals WHERE team_id = $1', [teamId]);
};
