import { z } from 'zod';

export const MAX_SCHEMA_BYTES = 32_768;

/**
 * A JSON Schema from a caller. Whether it is one is checked where the validator is (src/runs/output-schema.ts), because the
 * contract imports zod alone.
 */
export const outputSchema = z
  .record(z.string(), z.unknown())
  .refine(
    (schema) => Buffer.byteLength(JSON.stringify(schema)) <= MAX_SCHEMA_BYTES,
    `expected at most ${MAX_SCHEMA_BYTES} bytes`,
  )
  .meta({
    description:
      'JSON Schema (2020-12, or draft-07 if `$schema` says so) of the answer, without references to other documents. The ' +
      'answer is then JSON that fits it, and is returned in `output`. A model whose answer does not fit is corrected once; ' +
      'then the run ends with the error `output_invalid`.',
    examples: [{ type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }],
  });
