import { openCheckpoint, readCheckpoint, type Checkpoint } from '../proofs/checkpoint.ts';
import { NoteError } from '../proofs/errors.ts';
import type { VerifierKey } from '../proofs/verifier-key.ts';
import { AuditFindingError } from './finding.ts';

/**
 * Reads the checkpoint in a note. It must belong to this team and, if keys are given, be signed by one of them. Without keys,
 * comparing the root still detects accidents but not forgery.
 * @throws AuditFindingError when the note does not contain such a checkpoint
 */
export const checkpointOf = (note: string, keys: readonly VerifierKey[], teamId: string): Checkpoint => {
  const checkpoint = attempt('checkpoint_format', () => readCheckpoint(note));
  if (checkpoint.size < 1)
    throw new AuditFindingError('checkpoint_format', null, 'the checkpoint covers no rows');
  if (checkpoint.origin.split('/').at(-1) !== teamId) {
    throw new AuditFindingError(
      'checkpoint_team',
      null,
      `the checkpoint belongs to ${checkpoint.origin}, not to ${teamId}`,
    );
  }
  if (keys.length > 0) attempt('checkpoint_signature', () => openCheckpoint(note, keys));
  return checkpoint;
};

const attempt = <T>(kind: 'checkpoint_format' | 'checkpoint_signature', read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof NoteError) throw new AuditFindingError(kind, null, error.message);
    throw error;
  }
};
