import { z } from 'zod';
import { isBase64 } from './base64.ts';
import { fileNameProblem, namesCollide } from './file-name.ts';

const MIB = 1024 * 1024;
export const MAX_FILES = 32;
/**
 * Maximum size of all files of a request together, in bytes. They must fit into a sandbox along with the service's own programs.
 */
export const MAX_FILES_BYTES = 48 * MIB;
/** Maximum size of a body in bytes, enough for all files as base64. */
export const MAX_FILES_BODY = 65 * MIB;

export const fileId = z
  .string()
  .regex(/^file_[0-9a-f]{32}$/, 'expected the id of a file, such as file_019ac5b2f0007a3bb5c0d2f1e4a69788')
  .meta({ examples: ['file_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

/** Names of the service's own files begin with a dot. */
const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'));

export const fileName = z
  .string()
  .superRefine((name, context) => {
    const problem = isHidden(name) ? 'has a part that begins with a dot' : fileNameProblem(name);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: `the name ${problem}` });
  })
  .meta({
    description: 'Below /tmp, `/` between parts; no part begins with a dot, no control characters',
    minLength: 1,
    maxLength: 1024,
    examples: ['bills/april.pdf'],
  });

export const bytesInBase64 = z
  .string()
  .refine((text) => isBase64(text), 'expected base64')
  .meta({ contentEncoding: 'base64' });

/** Returns how many of these values are present. */
export const countOf = (...values: readonly unknown[]): number =>
  values.filter((value) => value !== undefined).length;

const givenFile = z
  .strictObject({
    name: fileName.optional(),
    content: z.string().optional().meta({ description: 'Text' }),
    content_b64: bytesInBase64.optional().meta({ description: 'Bytes, in place of `content`' }),
    file_id: fileId.optional().meta({
      description:
        'A file that an earlier task or analysis got or left, or a document of `POST /v1/documents`',
    }),
  })
  .refine(
    ({ content, content_b64, file_id }) => countOf(content, content_b64, file_id) === 1,
    'expected exactly one of content, content_b64 and file_id',
  )
  .refine(({ name, file_id }) => name !== undefined || file_id !== undefined, {
    path: ['name'],
    message: 'expected a name',
  })
  .meta({ id: 'GivenFile' });

export const givenFiles = z
  .array(givenFile)
  .min(1)
  .max(MAX_FILES)
  .refine(
    (files) => !namesCollide(files.flatMap(({ name }) => (name === undefined ? [] : [name]))),
    'expected file names that differ',
  )
  .meta({
    description:
      'Files of any kind, written to `/tmp` for the agent; up to 48 MiB together. Identifiers in names are masked. A ' +
      'file given by id keeps its name unless the request names it.',
  });

export const leftFile = z
  .object({
    id: fileId.nullable().meta({ description: 'null if the content was not kept; see `left_out`' }),
    name: z.string().meta({ description: 'Path below /tmp, masked' }),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    left_out: z.enum(['too_large', 'too_many', 'unreadable', 'kind_not_allowed']).nullable().meta({
      description: 'Why the content was not kept: at most 32 files, 8 MiB per file and 48 MiB together',
    }),
  })
  .meta({ id: 'AgentFile' });

export type GivenFileBody = z.output<typeof givenFile>;
