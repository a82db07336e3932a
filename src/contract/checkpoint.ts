import { z } from 'zod';
import { ledgerRef, timestamp } from './common.ts';
import { runSchema } from './run.ts';

const hash = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/)
  .meta({ description: 'SHA-256 in base64', examples: ['47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='] });

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);

const origin = z.string().meta({
  description: "Name of the team's log",
  examples: ['pramaan.local/team_019ac5b2e0007d1f9a6b3c2d1e0f4a5b'],
});

const note = z.string().meta({
  description:
    'A signed note: origin, size, root, and below an empty line the signatures (c2sp.org/tlog-checkpoint)',
});

const size = z.int().min(1).meta({ description: 'Rows that it covers: seq 1 to this' });

export const checkpointSchema = z
  .object({
    origin,
    size,
    root: hash,
    checkpoint: note,
    created_at: timestamp,
    cosigned_by: z
      .array(z.string())
      .meta({ description: 'Names of the witnesses whose lines the note carries' }),
  })
  .meta({ id: 'Checkpoint' });

const keyName = z
  .string()
  .meta({ description: '`<name>+<key id>+<base64 of type and public key>` (c2sp.org/signed-note)' });

export const logKeysSchema = z
  .object({
    origin,
    keys: z
      .array(
        z.object({
          vkey: keyName,
          key_id: z.string().regex(/^[0-9a-f]{8}$/),
          state: z.enum(['active', 'retired']),
          published_at: timestamp,
          retired_at: timestamp.nullable(),
        }),
      )
      .meta({ description: 'Every key that has ever signed, current ones first' }),
    witnesses: z
      .array(z.object({ name: z.string(), vkey: keyName }))
      .meta({ description: 'Witnesses that cosign, with their keys' }),
  })
  .meta({ id: 'LogKeys' });

export const receiptSchema = z
  .object({
    ledger_ref: ledgerRef,
    team_id: z.string(),
    origin,
    checkpoint: note,
    rows: z.array(
      z.object({
        seq: z.int().min(1),
        prev_hash: hexHash,
        row_hash: hexHash,
        body: z.string().meta({ description: 'The text that row_hash covers' }),
        inclusion: z
          .array(hash)
          .meta({ description: "From the leaf's sibling up to the child of the root (RFC 9162, 2.1.3)" }),
      }),
    ),
  })
  .meta({
    id: 'Receipt',
    description: "Proves rows to anybody who has the log's public key, without this service",
  });

export const runWithReceiptSchema = runSchema
  .extend({
    receipt: receiptSchema.nullable().meta({
      description: 'null until a checkpoint covers the last row of a run that has ended',
    }),
  })
  .meta({ id: 'RunWithReceipt' });

export const proofSchema = z
  .object({
    ledger_ref: ledgerRef,
    receipt: receiptSchema
      .nullable()
      .meta({ description: 'null while no checkpoint covers any of the rows' }),
    pending: z.array(z.int().min(1)).meta({ description: 'seq of the rows that no checkpoint covers yet' }),
  })
  .meta({ id: 'LedgerProof' });

const sizeQuery = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'expected a whole number from 1')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1 } });

export const consistencyQuery = z.strictObject({
  from: sizeQuery.meta({ description: 'Size of the earlier tree' }),
  to: sizeQuery
    .optional()
    .meta({ description: 'Size of the later tree; that of the latest checkpoint by default' }),
});

const tree = z.object({ size, root: hash });

export const consistencySchema = z
  .object({
    origin,
    from: tree,
    to: tree,
    checkpoint: note
      .nullable()
      .meta({ description: 'The note of size `to`, if one of that size was signed' }),
    proof: z.array(hash).meta({ description: 'RFC 9162, 2.1.4' }),
  })
  .meta({ id: 'ConsistencyProof' });
