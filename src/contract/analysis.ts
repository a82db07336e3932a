import { z } from 'zod';
import { agentRunState } from './agent-run.ts';

const MIB = 1024 * 1024;
const MAX_QUESTION_BYTES = 65_536;
/** Maximum size of `data` in bytes, which is the limit for any body. */
export const MAX_INLINE_BYTES = 10 * MIB;
/** Maximum length of `data_b64` in characters. */
export const MAX_BASE64 = 64 * MIB;
/** Maximum size of a body in bytes, enough for the longest dataset with a question. */
export const MAX_ANALYSIS_BODY = MAX_BASE64 + MIB;

const QUANTUM = 4;
const PADDED = /={1,2}$/;
const FOREIGN = /[^A-Za-z0-9+/]/;

/**
 * Returns whether text is base64 (RFC 4648, section 4), possibly with the line breaks that tools insert. A single pattern over
 * all of it would recurse too deeply.
 */
const isBase64 = (text: string): boolean => {
  const bare = text.includes('\n') ? text.replaceAll(/[\r\n]+/g, '') : text;
  return bare.length % QUANTUM === 0 && !FOREIGN.test(bare.replace(PADDED, ''));
};

export const analysisBody = z
  .strictObject({
    question: z
      .string()
      .refine((question) => question.trim() !== '', 'expected text that is not blank')
      .refine(
        (question) => Buffer.byteLength(question) <= MAX_QUESTION_BYTES,
        `expected at most ${MAX_QUESTION_BYTES} bytes`,
      )
      .meta({ minLength: 1, maxLength: MAX_QUESTION_BYTES, examples: ['Which branch sold most?'] }),
    data: z
      .string()
      .optional()
      .meta({ description: 'The dataset as text: CSV, TSV, JSON or JSON Lines; up to 10 MiB' }),
    data_b64: z
      .string()
      .refine((text) => text !== '' && isBase64(text), 'expected base64')
      .optional()
      .meta({
        contentEncoding: 'base64',
        description:
          'The dataset as a file, instead of `data`: CSV, TSV, JSON, JSON Lines (in any common encoding, ' +
          'optionally gzipped), Excel (xlsx, xls) or Parquet; up to 64 MiB of base64',
      }),
  })
  .refine(
    ({ data, data_b64 }) => (data === undefined) !== (data_b64 === undefined),
    'expected either data or data_b64',
  )
  .meta({ id: 'AnalysisRequest' });

const datasetNote = z
  .object({
    code: z.string().meta({ examples: ['day-or-month-first'] }),
    detail: z.string(),
    ambiguous: z.boolean().meta({
      description: 'Whether the data can be read in another way; if so, the answer mentions it too',
    }),
    column: z.string().optional(),
    lines: z
      .array(z.int())
      .optional()
      .meta({ description: 'The first few line numbers in the file, starting at 1' }),
  })
  .meta({ id: 'DatasetNote' });

const dataset = z
  .object({
    kind: z.string().meta({ examples: ['csv'] }),
    encoding: z.string().optional(),
    delimiter: z.string().nullable().optional(),
    tables: z.array(
      z.object({
        name: z.string(),
        rows: z.int(),
        rejected: z
          .int()
          .meta({ description: 'Rows that do not fit the table; they are not included in any calculation' }),
        columns: z.array(z.object({ name: z.string(), type: z.string() })),
      }),
    ),
    notes: z.array(datasetNote),
  })
  .meta({ id: 'Dataset', description: 'How the dataset was read' });

export const analysisSchema = z
  .object({
    answer: z.string().nullable().meta({ description: 'null while the analysis is running' }),
    charts: z.array(
      z.object({ name: z.string(), image_b64: z.string().meta({ description: 'PNG, as base64' }) }),
    ),
    tables: z.array(
      z.object({
        name: z.string(),
        columns: z.array(z.string()),
        rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
        rows_total: z.int(),
        truncated: z.boolean(),
      }),
    ),
    dataset: dataset.nullable(),
    ...agentRunState,
  })
  .meta({ id: 'Analysis' });

export type AnalysisBody = z.output<typeof analysisSchema>;
