import { z } from 'zod';
import { ledgerRef } from './common.ts';
import { detailsSchema, place } from './extraction-details.ts';

export const MAX_DOCUMENT_TEXT_BYTES = 1024 * 1024;

const documentTypes = ['auto', 'pan', 'aadhaar', 'gstin', 'invoice', 'bank'] as const;

export const extractBody = z
  .strictObject({
    type: z.enum(documentTypes).default('auto').meta({
      description:
        '`auto` accepts any document; the others declare its type, and the response notes if it does not fit',
    }),
    text: z
      .string()
      .refine(
        (text) => Buffer.byteLength(text) <= MAX_DOCUMENT_TEXT_BYTES,
        `expected at most ${MAX_DOCUMENT_TEXT_BYTES} bytes`,
      )
      .optional()
      .meta({
        maxLength: MAX_DOCUMENT_TEXT_BYTES,
        examples: ['TAX INVOICE\nGSTIN 24ADECL4057G1ZI\nTotal ₹ 1,23,456.78'],
      }),
    document_b64: z
      .base64()
      .min(1)
      .optional()
      .meta({
        description:
          'A file instead of `text`: a PDF, or a picture (PNG, JPEG, TIFF, WebP, BMP, GIF) whose English and ' +
          'Hindi text is recognised',
      }),
  })
  .refine(
    ({ text, document_b64 }) => (text === undefined) !== (document_b64 === undefined),
    'expected either text or document_b64',
  )
  .meta({ id: 'ExtractDocument' });

const noteCodes = [
  'other-kind',
  'arithmetic',
  'words-differ',
  'misread',
  'split-number',
  'poor-scan',
  'part-not-read',
  'layer-differs',
  'pages-left-out',
] as const;

const readDocument = z
  .object({
    kind: z.enum(['pdf', 'image']),
    pages: z.array(
      z.object({
        start: place.start,
        end: place.end,
        source: z.enum(['text', 'ocr', 'none']).meta({
          description:
            "Whether the text came from the PDF's text layer or from recognition, or the page was not read",
        }),
        confidence: place.confidence,
      }),
    ),
    left_out: z
      .int()
      .min(0)
      .meta({ description: 'Number of pages that were not read because the document has too many' }),
    text: z.string().meta({ description: 'The text that was read, to which offsets refer' }),
  })
  .meta({ id: 'ReadDocument' });

export const extractionSchema = z
  .object({
    type: z.enum(documentTypes),
    fields: z
      .object({
        pan: z.string().optional().meta({ description: 'The first PAN; `details.pans` lists all of them' }),
        aadhaar: z.array(z.string()).optional().meta({ description: 'Digits without spaces' }),
        gstin: z.array(z.string()).optional(),
        ifsc: z.string().optional(),
        amounts: z.array(z.string()).optional().meta({ description: 'As written' }),
      })
      .meta({ description: 'Raw values; a member is absent if its value was not found' }),
    validations: z
      .object({
        pan_format: z.boolean().optional(),
        aadhaar_checksum: z.boolean().optional(),
        gstin_checksum: z.boolean().optional(),
        ifsc_format: z.boolean().optional(),
      })
      .meta({ description: 'For each kind of value found, whether all of its values passed' }),
    valid: z.boolean(),
    redacted: z.string().meta({ description: 'A copy of the text that is safe for logs' }),
    pii: z.array(z.enum(['aadhaar', 'card', 'email', 'gstin', 'pan', 'phone'])),
    details: detailsSchema,
    fits: z.boolean().meta({ description: 'Whether the text contains anything that fits `type`' }),
    notes: z.array(z.object({ code: z.enum(noteCodes), detail: z.string() })).meta({
      description: 'Findings that a person should check; they never contain values from the document',
    }),
    document: readDocument.optional().meta({ description: 'With `document_b64`' }),
    ledger_ref: ledgerRef,
  })
  .meta({ id: 'Extraction' });

export type ExtractionBody = z.output<typeof extractionSchema>;
