import type pg from 'pg';
import type { Receipt } from './proofs/receipt.ts';
import { proveEntries } from './prove.ts';
import { readEntries } from './read.ts';

/**
 * Returns the receipt for a completed ledger_ref's entries, or null until a checkpoint covers the last of them.
 * @throws LedgerBrokenError when a stored row or the tree does not match the signed checkpoint
 */
export const receiptFor = async (
  pool: Pick<pg.Pool, 'query'>,
  teamId: string,
  ledgerRef: string,
): Promise<Receipt | null> => {
  const entries = await readEntries(pool, teamId, ledgerRef);
  const { receipt, pending } = await proveEntries(pool, { teamId, ledgerRef, entries });
  return pending.length === 0 ? receipt : null;
};
