import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { ledgerRef, pageQuery, time, timestamp } from './common.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const entrySchema = z
  .object({
    seq: z.int().min(1).meta({ description: "Counts from 1 without gaps in each team's ledger" }),
    id: z.string(),
    team_id: z.string(),
    ledger_ref: ledgerRef,
    step: z.int(),
    action: z.string().meta({ examples: ['egress.block'] }),
    actor: actorSchema.nullable().meta({
      description: 'Who asked for the action; null in rows that were written before rows named anybody',
    }),
    governance: z.string(),
    summary: z.string(),
    detail: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    prev_hash: hash,
    row_hash: hash.meta({ description: 'sha256(prev_hash bytes || utf8(body))' }),
    body: z.string().meta({ description: 'The RFC 8785 text from which row_hash is computed' }),
  })
  .meta({ id: 'LedgerEntry' });

export const entriesSchema = z
  .object({
    ledger_ref: ledgerRef,
    entries: z.array(entrySchema).meta({ description: 'Entries ordered by seq' }),
  })
  .meta({ id: 'LedgerEntries' });

export const entryListQuery = z.strictObject({
  from: time.optional().meta({ description: 'Entries of this time or later' }),
  to: time.optional().meta({ description: 'Entries before this time' }),
  ...pageQuery,
});

export const entryListSchema = z
  .object({
    entries: z.array(entrySchema).meta({ description: 'Newest first' }),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'LedgerEntryList' });

export const verificationSchema = z
  .object({
    ok: z.boolean(),
    checked: z.int().min(0).meta({ description: 'Number of rows checked' }),
    first_broken: z.int().nullable().meta({ description: 'seq of the first bad row; null if `ok` is true' }),
    reason: z.string().nullable(),
    since: z.int().min(0).optional().meta({
      description:
        'With `since=checkpoint`, the last row that the checkpoint covers; the check starts after it',
    }),
  })
  .meta({ id: 'LedgerVerification' });

export const verificationQuery = z.strictObject({
  since: z.enum(['start', 'checkpoint']).default('start').meta({
    description:
      '`checkpoint` compares the chain with its latest signed checkpoint and reads only the rows after it',
  }),
});
