import { z } from 'zod';
import { ledgerRef } from './common.ts';

export const MAX_SCAN_BYTES = 1024 * 1024;

export const scanBody = z
  .strictObject({
    text: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= MAX_SCAN_BYTES, `expected at most ${MAX_SCAN_BYTES} bytes`)
      .meta({ maxLength: MAX_SCAN_BYTES, examples: ['PAN ABCPK1234L, call 98765 43210'] }),
    record: z.boolean().default(true).meta({ description: 'If false, nothing is written to the ledger' }),
  })
  .meta({ id: 'Scan' });

const identifierTypes = ['aadhaar', 'pan', 'gstin', 'card', 'email', 'phone'] as const;

const finding = z
  .object({
    type: z.string().meta({
      description:
        'One of the six types, or `ifsc`, `upi`, `voter_id`, `passport`, `driving_licence`, `vehicle`, …',
      examples: ['pan'],
    }),
    start: z.int().min(0).meta({ description: 'Unicode code points from the start of the text' }),
    end: z.int().min(0).meta({ description: 'Exclusive' }),
    masked: z.string(),
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: 'Finding' });

export const scanResultSchema = z
  .object({
    flags: z.array(z.enum(identifierTypes)),
    risk: z.enum(['none', 'low', 'medium', 'high']),
    entities: z
      .partialRecord(z.enum(identifierTypes), z.int().min(0))
      .meta({ description: 'Number of identifiers of each type' }),
    masked: z
      .string()
      .meta({ description: 'The text with every identifier masked, and otherwise unchanged' }),
    findings: z.array(finding).meta({ description: 'Every identifier, including further types' }),
    ledger_ref: ledgerRef.meta({ description: 'ledger_ref of the `pii.scan` entry, if there is one' }),
    recorded: z.boolean().meta({ description: 'Whether a ledger entry was written' }),
  })
  .meta({ id: 'ScanResult' });
