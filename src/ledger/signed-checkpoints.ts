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

/** A checkpoint's claims about itself, in its columns and in its note. */
type Claimed = Pick<StoredCheckpoint, 'origin' | 'size' | 'root' | 'ownNote'>;

export interface LatestSigned {
  /** Undefined when none of the log's keys has signed a checkpoint. */
  readonly checkpoint: StoredCheckpoint | undefined;
  /** Sizes of later stored checkpoints that none of the log's keys has signed, largest first. */
  readonly foreign: readonly number[];
}

/**
 * Returns whether one of the log's published keys signed a stored checkpoint. The database checks a note's form but cannot check
 * an Ed25519 signature, so anyone who may write to the table can store an unsigned note.
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

/**
 * Returns the latest checkpoint that one of the log's keys signed. Skips later unsigned checkpoints, and also returns their
 * sizes.
 */
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

/**
 * Returns the first signed checkpoint that covers a row. A proof against it does not change when later checkpoints are signed.
 */
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

/** Returns the signed checkpoint of exactly this size. @returns undefined when none of the log's keys signed one */
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
