import type { Checkpoint } from '../proofs/checkpoint.ts';
import { checkRows, type Receipt } from '../proofs/receipt.ts';
import type { VerifierKey } from '../proofs/verifier-key.ts';
import { AuditFindingError } from './finding.ts';
import { checkpointOf } from './notes.ts';

/**
 * Returns the checkpoint that a receipt's proofs refer to. An export that matches this checkpoint contains the receipt's rows.
 * @throws AuditFindingError when the receipt itself does not verify
 */
export const checkpointOfReceipt = (
  receipt: Receipt,
  keys: readonly VerifierKey[],
  teamId: string,
): Checkpoint => {
  const checkpoint = checkpointOf(receipt.checkpoint, keys, teamId);
  const wrong = checkRows(receipt, checkpoint);
  if (wrong !== undefined)
    throw new AuditFindingError('receipt', wrong.seq ?? null, `the receipt does not verify: ${wrong.reason}`);
  return checkpoint;
};
