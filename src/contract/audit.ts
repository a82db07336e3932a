import { z } from 'zod';
import { ledgerRef, time, timestamp } from './common.ts';

/** Selects an export's rows and its format. */
export const exportQuery = z
  .strictObject({
    format: z
      .enum(['jsonl', 'ocsf'])
      .default('jsonl')
      .meta({ description: '`ocsf` wraps each line in an OCSF 1.3.0 event (API Activity)' }),
    ref: ledgerRef
      .optional()
      .meta({ description: 'Only the rows of this ledger_ref, each with its inclusion proof' }),
    from: time.optional().meta({ description: 'Only rows written at or after this time' }),
    to: time.optional().meta({ description: 'Only rows written before this time' }),
    under: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Size of the checkpoint to prove rows against; default: the latest' }),
  })
  .refine(({ ref, from, to }) => ref === undefined || (from === undefined && to === undefined), {
    message: 'expected `ref` or a time, not both',
    path: ['ref'],
  });

export const erasureBody = z.strictObject({
  ledger_ref: ledgerRef.meta({
    description: 'The ledger_ref of the work whose case, code, document and results to erase',
  }),
  reason: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'The reason, which is recorded with identifiers masked' }),
});

export const erasureSchema = z
  .object({
    ledger_ref: ledgerRef.meta({ description: 'ledger_ref of the row that records the erasure' }),
    erased_ref: ledgerRef,
    values: z.int().min(0).meta({
      description: 'Number of sealed values whose keys were destroyed; 0 if they had already been erased',
    }),
    seq: z.int().min(1),
    row_hash: z.string().regex(/^[0-9a-f]{64}$/),
    erased_at: timestamp,
  })
  .meta({ id: 'Erasure' });
