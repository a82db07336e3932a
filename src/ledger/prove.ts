import type pg from 'pg';
import { leafHash, verifyConsistency, verifyInclusion } from './proofs/merkle.ts';
import { consistencyRanges, inclusionRanges, type Range } from './proofs/prover.ts';
import type { Receipt } from './proofs/receipt.ts';
import type { StoredCheckpoint } from './checkpoints.ts';
import type { Entry } from './entry.ts';
import { LedgerBrokenError } from './errors.ts';
import { latestSigned, signedCovering, signedOfSize } from './signed-checkpoints.ts';
import { rangeRoots } from './tree.ts';

type Queries = Pick<pg.Pool, 'query'>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export interface Proof {
  /** Null when no checkpoint covers any of the rows yet. */
  readonly receipt: Receipt | null;
  /** seq of each row that no checkpoint covers yet. */
  readonly pending: readonly number[];
}

/**
 * Proves a ledger_ref's entries against the first checkpoint that covers them all. If there is no such checkpoint yet, proves the
 * entries covered by the latest one. Checks every proof before returning it.
 * @throws LedgerBrokenError when a stored row or the tree does not match the signed checkpoint
 */
export const proveEntries = async (
  pool: Queries,
  { teamId, ledgerRef, entries }: { teamId: string; ledgerRef: string; entries: readonly Entry[] },
): Promise<Proof> => {
  const last = entries.at(-1);
  if (last === undefined) return { receipt: null, pending: [] };
  const checkpoint =
    (await signedCovering(pool, teamId, last.seq)) ?? (await latestSigned(pool, teamId)).checkpoint;
  const size = checkpoint?.size ?? 0;
  const covered = entries.filter(({ seq }) => seq <= size);
  const pending = entries.filter(({ seq }) => seq > size).map(({ seq }) => seq);
  if (checkpoint === undefined || covered.length === 0) return { receipt: null, pending };
  const rows = await proveRows(pool, teamId, covered, checkpoint);
  const { origin, note } = checkpoint;
  return { receipt: { ledger_ref: ledgerRef, team_id: teamId, origin, checkpoint: note, rows }, pending };
};

const proveRows = async (
  pool: Queries,
  teamId: string,
  entries: readonly Entry[],
  { size, root }: StoredCheckpoint,
): Promise<Receipt['rows']> => {
  const paths = entries.map(({ seq }) => inclusionRanges(seq - 1, size));
  const rootOf = await rangeRoots(pool, teamId, paths.flat());
  return entries.map(({ seq, prev_hash, row_hash, body }, nth) => {
    const proof = (paths[nth] ?? []).map(rootOf);
    const leaf = leafHash(Buffer.from(row_hash, 'hex'));
    if (!verifyInclusion({ index: seq - 1, size, leafHash: leaf, proof, root })) {
      throw new LedgerBrokenError(`inclusion: row ${seq} differs from the signed one`);
    }
    return { seq, prev_hash, row_hash, body, inclusion: proof.map(base64) };
  });
};

export interface ConsistencyProof {
  readonly from: { readonly size: number; readonly root: Buffer };
  readonly to: { readonly size: number; readonly root: Buffer };
  /** The checkpoint of exactly size `to`, if one was signed. */
  readonly checkpoint: StoredCheckpoint | undefined;
  readonly proof: readonly Buffer[];
}

/**
 * Proves that the tree of `to` rows continues the tree of `from` rows (1 <= from <= to <= size of the tree).
 * @throws LedgerBrokenError when the tree does not match a checkpoint signed over it
 */
export const proveConsistency = async (
  pool: Queries,
  teamId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ConsistencyProof> => {
  const path = consistencyRanges(from, to);
  const earlier: Range = { start: 0, end: from };
  const later: Range = { start: 0, end: to };
  const rootOf = await rangeRoots(pool, teamId, [earlier, later, ...path]);
  const [fromRoot, toRoot] = [Buffer.from(rootOf(earlier)), Buffer.from(rootOf(later))];
  const proof = path.map((range) => Buffer.from(rootOf(range)));
  const signed = [await signedOfSize(pool, teamId, from), await signedOfSize(pool, teamId, to)];
  const fits = signed[0]?.root.equals(fromRoot) !== false && signed[1]?.root.equals(toRoot) !== false;
  if (!fits || !verifyConsistency({ from, to, fromRoot, toRoot, proof })) {
    throw new LedgerBrokenError('consistency: the tree differs from the signed one');
  }
  return {
    from: { size: from, root: fromRoot },
    to: { size: to, root: toRoot },
    checkpoint: signed[1],
    proof,
  };
};

/**
 * Returns the nodes that prove to a witness that the tree of `to` rows continues the tree of `from` rows. Does not check the
 * proof, because the witness does.
 */
export const proofSince = async (
  pool: Queries,
  teamId: string,
  from: number,
  to: number,
): Promise<readonly Buffer[]> => {
  const path = consistencyRanges(from, to);
  const rootOf = await rangeRoots(pool, teamId, path);
  return path.map((range) => Buffer.from(rootOf(range)));
};
