import { verifyReceipt } from '../../../contract/operations/proofs.ts';
import { publishedKeys } from '../../../ledger/log-keys.ts';
import { checkReceipt } from '../../../ledger/proofs/receipt.ts';
import { route } from '../../services/route.ts';

/**
 * Verifies a receipt with the keys of the caller's own log, which carry its name: a receipt of another log is
 * not valid.
 */
export const verifyReceiptRoute = route(verifyReceipt, async ({ body, caller }, { pool }) => {
  const { receipt } = body;
  const keys = (await publishedKeys(pool, caller.teamId)).map(({ key }) => key);
  const checked = checkReceipt(receipt, keys);
  return {
    status: 200,
    body: {
      ok: checked.ok,
      ledger_ref: receipt.ledger_ref,
      rows: receipt.rows.map(({ seq }) => seq),
      size: checked.ok ? checked.checkpoint.size : null,
      reason: checked.ok ? null : checked.reason,
      seq: checked.ok ? null : (checked.seq ?? null),
    },
  };
});
