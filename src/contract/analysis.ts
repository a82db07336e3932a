import { z } from 'zod';
import { agentRequest } from './agent-request.ts';
import { agentRunState } from './agent-run.ts';
import { modelChoice } from './model-choice.ts';
import { isBase64 } from './base64.ts';
import { bytesInBase64, countOf, fileId, fileName } from './given-file.ts';

export const analysisRef = z
  .string()
  .regex(/^analyze-[0-9a-f]{1,40}$/)
  .meta({ examples: ['analyze-019ac5b2f0007a3bb5c0d2f1e4a69788'] });

const MIB = 1024 * 1024;
const MAX_QUESTION_BYTES = 65_536;
/** Maximum size of `data` in bytes, which is the limit for any body. */
export const MAX_INLINE_BYTES = 10 * MIB;
/** Maximum length of `data_b64` in characters. */
export const MAX_BASE64 = 64 * MIB;
/** Maximum size of a body in bytes, enough for the longest dataset with a question. */
export const MAX_ANALYSIS_BODY = MAX_BASE64 + MIB;

export const MAX_DATASETS = 8;

const givenDataset = z
  .strictObject({
    name: fileName,
    data: z.string().optional().meta({ description: 'Text, as in `data` above' }),
    data_b64: bytesInBase64
      .refine((text) => text !== '', 'expected base64')
      .optional()
      .meta({ description: 'Bytes, in place of `data`' }),
    file_id: fileId.optional().meta({ description: 'A file that an earlier task or analysis got or left' }),
  })
  .refine(
    ({ data, data_b64, file_id }) => countOf(data, data_b64, file_id) === 1,
    'expected exactly one of data, data_b64 and file_id',
  )
  .meta({ id: 'GivenDataset' });

export type GivenDatasetBody = z.output<typeof givenDataset>;

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
    model: modelChoice,
    datasets: z
      .array(givenDataset)
      .min(1)
      .max(MAX_DATASETS)
      .refine(
        (datasets) => new Set(datasets.map(({ name }) => name)).size === datasets.length,
        'expected names that differ',
      )
      .optional()
      .meta({
        description:
          'Several datasets, in place of `data`: the model gets all of their tables by name and may join them. Up to 48 MiB ' +
          'together',
      }),
    continue: analysisRef.optional().meta({
      description:
        'A finished analysis to go on from: its conversation, its datasets and the files that its code left. `datasets` adds ' +
        'further ones. Its variables are gone.',
    }),
    ...agentRequest,
  })
  .superRefine((body, context) => {
    const { data, data_b64, datasets } = body;
    const given = countOf(data, data_b64, datasets);
    if (body.continue !== undefined) {
      if (data === undefined && data_b64 === undefined) return;
      context.addIssue({
        code: 'custom',
        message: 'expected `datasets` in place of `data` beside `continue`',
      });
    } else if (given !== 1) {
      context.addIssue({ code: 'custom', message: 'expected exactly one of data, data_b64 and datasets' });
    }
  })
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
    name: z.string().optional().meta({ description: 'As in `datasets` of the request, masked' }),
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
    answer: z
      .string()
      .nullable()
      .meta({ description: 'null while the analysis is running, and if it ended without one' }),
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
    dataset: dataset.nullable().meta({ description: 'null if there are several, or until it was read' }),
    datasets: z.array(dataset).meta({ description: 'All datasets' }),
    ...agentRunState,
  })
  .meta({ id: 'Analysis' });

export type AnalysisBody = z.output<typeof analysisSchema>;
