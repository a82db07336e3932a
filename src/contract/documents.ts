import { z } from 'zod';
import { ledgerRef } from './common.ts';

export const MAX_DOCUMENT_TEXT_BYTES = 1024 * 1024;

const documentTypes = ['auto', 'pan', 'aadhaar', 'gstin', 'invoice', 'bank'] as const;

export const extractBody = z
  .strictObject({
    type: z.enum(documentTypes).default('auto').meta({
      description: '`auto` takes any document; the others say what it is, and what it lacks is then said',
    }),
    text: z
      .string()
      .refine(
        (text) => Buffer.byteLength(text) <= MAX_DOCUMENT_TEXT_BYTES,
        `expected at most ${MAX_DOCUMENT_TEXT_BYTES} bytes`,
      )
      .meta({
        maxLength: MAX_DOCUMENT_TEXT_BYTES,
        examples: ['TAX INVOICE\nGSTIN 24ADECL4057G1ZI\nTotal ₹ 1,23,456.78'],
      }),
  })
  .meta({ id: 'ExtractDocument' });

export type ExtractBody = z.output<typeof extractBody>;

const place = {
  start: z.int().min(0).meta({ description: 'Unicode code points from the start of the text' }),
  end: z.int().min(0).meta({ description: 'Exclusive' }),
  confidence: z.number().min(0).max(1),
};

const identifier = {
  value: z.string(),
  valid: z.boolean(),
  suggestion: z
    .string()
    .optional()
    .meta({ description: 'What a misread value was most likely meant to be; its check holds' }),
  ...place,
};

const details = z
  .object({
    pans: z.array(
      z.object({
        ...identifier,
        holder: z
          .string()
          .nullable()
          .meta({ description: 'Kind of holder', examples: ['individual'] }),
      }),
    ),
    aadhaar: z.array(z.object(identifier)),
    gstin: z.array(
      z.object({
        ...identifier,
        state: z.string().nullable(),
        pan: z.string().nullable().meta({ description: 'The PAN inside' }),
      }),
    ),
    ifsc: z.array(
      z.object({
        ...identifier,
        bank: z.string().nullable().meta({ description: 'Of the larger banks' }),
      }),
    ),
    amounts: z.array(
      z.object({
        raw: z.string().meta({ description: 'As written, without currency sign and `/-`' }),
        rupees: z
          .string()
          .nullable()
          .meta({ description: 'Decimal', examples: ['123456.78'] }),
        ...place,
      }),
    ),
  })
  .meta({ id: 'ExtractionDetails' });

export const extractionSchema = z
  .object({
    type: z.enum(documentTypes),
    fields: z
      .object({
        pan: z.string().optional().meta({ description: 'The first; `details.pans` has all' }),
        aadhaar: z.array(z.string()).optional().meta({ description: 'Digits without spaces' }),
        gstin: z.array(z.string()).optional(),
        ifsc: z.string().optional(),
        amounts: z.array(z.string()).optional().meta({ description: 'As written' }),
      })
      .meta({ description: 'Raw values; what is absent was not found' }),
    validations: z
      .object({
        pan_format: z.boolean().optional(),
        aadhaar_checksum: z.boolean().optional(),
        gstin_checksum: z.boolean().optional(),
        ifsc_format: z.boolean().optional(),
      })
      .meta({ description: 'One for each kind that was found: whether all of its values pass' }),
    valid: z.boolean(),
    redacted: z.string().meta({ description: 'A copy of the text that is fit for logs' }),
    pii: z.array(z.enum(['aadhaar', 'card', 'email', 'gstin', 'pan', 'phone'])),
    details,
    fits: z.boolean().meta({ description: 'Whether the text holds something of the kind of `type`' }),
    notes: z.array(z.string()),
    ledger_ref: ledgerRef,
  })
  .meta({ id: 'Extraction' });

export type ExtractionBody = z.output<typeof extractionSchema>;
