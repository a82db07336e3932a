import { z } from 'zod';
import { receiptSchema } from './checkpoint.ts';
import { ledgerRef } from './common.ts';

export const verifyReceiptBody = z.strictObject({ receipt: receiptSchema }).meta({ id: 'VerifyReceipt' });

export const receiptCheckSchema = z
  .object({
    ok: z.boolean().meta({
      description: 'Whether the rows are unchanged and in the ledger that the checkpoint covers',
    }),
    ledger_ref: ledgerRef,
    rows: z.array(z.int()).meta({ description: 'seq of each row in the receipt' }),
    size: z
      .int()
      .nullable()
      .meta({ description: 'Number of rows that the checkpoint covers; null if it is not valid' }),
    reason: z.string().nullable().meta({ description: 'Why it does not verify; null if `ok` is true' }),
    seq: z.int().nullable().meta({ description: 'The first bad row; null if the fault is not in a row' }),
  })
  .meta({ id: 'ReceiptCheck' });
