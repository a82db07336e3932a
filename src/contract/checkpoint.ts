import { z } from 'zod';
import { ledgerRef, pageQuery, timestamp } from './common.ts';
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
    'A signed note: origin, size and root, then an empty line and the signatures (c2sp.org/tlog-checkpoint)',
});

const size = z.int().min(1).meta({ description: 'Number of rows covered; the last one has this seq' });

export const checkpointSchema = z
  .object({
    origin,
    size,
    root: hash,
    checkpoint: note,
    created_at: timestamp,
    cosigned_by: z.array(z.string()).meta({ description: 'Names of the witnesses that cosigned the note' }),
  })
  .meta({ id: 'Checkpoint' });

export const checkpointListQuery = z.strictObject(pageQuery);

export const checkpointListSchema = z
  .object({
    checkpoints: z.array(checkpointSchema).meta({ description: 'Newest first' }),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'CheckpointList' });

export const witnessListSchema = z
  .object({
    witnesses: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['delivered', 'failed', 'refused']).meta({
          description:
            'Outcome of the last attempt. `refused`: what the witness holds contradicts this ledger',
        }),
        size: z.int().min(0).meta({ description: 'Rows of the last checkpoint that it took; 0 for none' }),
        detail: z.string().nullable().meta({ description: 'Why the last attempt did not succeed' }),
        tried_at: timestamp,
        delivered_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'WitnessList' });

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
      .meta({ description: 'Every key that has ever signed checkpoints, current keys first' }),
    witnesses: z
      .array(z.object({ name: z.string(), vkey: keyName }))
      .meta({ description: 'Witnesses that cosign checkpoints, with their keys' }),
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
        body: z.string().meta({ description: 'The exact text that row_hash covers' }),
        inclusion: z
          .array(hash)
          .meta({ description: "Hashes from the leaf's sibling up to the root's child (RFC 9162, 2.1.3)" }),
      }),
    ),
  })
  .meta({
    id: 'Receipt',
    description: "Proves rows to anyone who has the log's public key, even without this service",
  });

export const runWithReceiptSchema = runSchema
  .extend({
    receipt: receiptSchema.nullable().meta({
      description: 'null until the run has ended and a checkpoint covers its last row',
    }),
  })
  .meta({ id: 'RunWithReceipt' });

export const proofSchema = z
  .object({
    ledger_ref: ledgerRef,
    receipt: receiptSchema
      .nullable()
      .meta({ description: 'null if no checkpoint covers any of the rows yet' }),
    pending: z.array(z.int().min(1)).meta({ description: 'seq of each row that no checkpoint covers yet' }),
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
    .meta({ description: "Size of the later tree; defaults to the latest checkpoint's size" }),
});

const tree = z.object({ size, root: hash });

export const consistencySchema = z
  .object({
    origin,
    from: tree,
    to: tree,
    checkpoint: note
      .nullable()
      .meta({ description: 'The signed note of exactly size `to`, if there is one' }),
    proof: z.array(hash).meta({ description: 'RFC 9162, 2.1.4' }),
  })
  .meta({ id: 'ConsistencyProof' });
