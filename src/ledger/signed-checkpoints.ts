import type pg from 'pg';
import { openCheckpoint } from './proofs/checkpoint.ts';
import { NoteError } from './proofs/errors.ts';
import type { VerifierKey } from './proofs/verifier-key.ts';
import {
  checkpointCovering,
  checkpointBelow,
  checkpointOfSize,
  latestCheckpoint,
  type StoredCheckpoint,
} from './checkpoints.ts';
import { publishedKeys } from './log-keys.ts';

type Queries = Pick<pg.Pool, 'query'>;

/** What a checkpoint states about itself, in its columns and in its note. */
type Claimed = Pick<StoredCheckpoint, 'origin' | 'size' | 'root' | 'ownNote'>;

export interface LatestSigned {
  /** Undefined when no key of the log signed any checkpoint. */
  readonly checkpoint: StoredCheckpoint | undefined;
  /** Sizes of later stored checkpoints that no key of the log signed, largest first. */
  readonly foreign: readonly number[];
}

/**
 * Returns whether a published key of the log signed a stored checkpoint. The database checks the form of a note, but cannot check
 * an Ed25519 signature, so anyone who may write the table can store an unsigned one.
 */
export const isSigned = ({ origin, size, root, ownNote }: Claimed, keys: readonly VerifierKey[]): boolean => {
  try {
    const opened = openCheckpoint(ownNote, keys);
    return opened.origin === origin && opened.size === size && opened.root.equals(root);
  } catch (error) {
    if (error instanceof NoteError) return false;
    throw error;
  }
};

export const keysOfLog = async (pool: Queries, teamId: string): Promise<readonly VerifierKey[]> =>
  (await publishedKeys(pool, teamId)).map(({ key }) => key);

/** Returns the latest checkpoint that a key of the log signed. Skips later ones that are not signed, and returns their sizes. */
export const latestSigned = async (pool: Queries, teamId: string): Promise<LatestSigned> => {
  const keys = await keysOfLog(pool, teamId);
  const foreign: number[] = [];
  let checkpoint = await latestCheckpoint(pool, teamId);
  while (checkpoint !== undefined && !isSigned(checkpoint, keys)) {
    foreign.push(checkpoint.size);
    checkpoint = await checkpointBelow(pool, teamId, checkpoint.size);
  }
  return { checkpoint, foreign };
};

/** Returns the first signed checkpoint that covers a row, so that a proof under it stays the same. */
export const signedCovering = async (
  pool: Queries,
  teamId: string,
  seq: number,
): Promise<StoredCheckpoint | undefined> => {
  const keys = await keysOfLog(pool, teamId);
  let checkpoint = await checkpointCovering(pool, teamId, seq);
  while (checkpoint !== undefined && !isSigned(checkpoint, keys)) {
    checkpoint = await checkpointCovering(pool, teamId, checkpoint.size + 1);
  }
  return checkpoint;
};

/** Returns the signed checkpoint of exactly this size. @returns undefined when no key of the log signed one */
export const signedOfSize = async (
  pool: Queries,
  teamId: string,
  size: number,
): Promise<StoredCheckpoint | undefined> => {
  const checkpoint = await checkpointOfSize(pool, teamId, size);
  return checkpoint !== undefined && isSigned(checkpoint, await keysOfLog(pool, teamId))
    ? checkpoint
    : undefined;
};
