import type { Checkpoint } from '../transparency/checkpoint.ts';
import { checkReceipt, type Receipt } from '../transparency/receipt.ts';
import type { VerifierKey } from '../transparency/verifier-key.ts';
import { Finding } from './finding.ts';
import { checkpointOf } from './notes.ts';

/**
 * The checkpoint that a receipt stands under. Once an export holds up against it, it holds the receipt's rows.
 * @throws Finding when the receipt does not hold by itself
 */
export const checkpointOfReceipt = (
  receipt: Receipt,
  keys: readonly VerifierKey[],
  teamId: string,
): Checkpoint => {
  const checkpoint = checkpointOf(receipt.checkpoint, keys, teamId);
  const checked = keys.length === 0 ? undefined : checkReceipt(receipt, keys);
  if (checked?.ok === false)
    throw new Finding('receipt', checked.seq ?? null, `the receipt does not hold: ${checked.reason}`);
  return checkpoint;
};
