/** The reading of a document, as runs show it. */
import { z } from 'zod';
import { fileId } from './given-file.ts';
import { documentKind } from './stored-document.ts';

const box = z
  .array(z.number())
  .length(4)
  .meta({ description: "Left, top, right, bottom, in the units of the page's width and height" });

/** A run's reading of one of its documents. */
export const readDocumentSchema = z
  .object({
    file_id: fileId,
    kind: documentKind.nullable().meta({ description: 'null until it is recognised' }),
    why: z.string().meta({ description: 'Why it is considered of this kind' }),
    pages: z.array(
      z.object({
        number: z.int().min(1),
        width: z.number(),
        height: z.number(),
        notes: z.array(z.string()).meta({
          description: '`part-not-read`, `not-read`, `poor-scan`, `handwriting` or `unread-form`',
        }),
        coverage: z.number().meta({ description: "Share (0 to 1) of the page's writing that was read" }),
      }),
    ),
    members: z.array(
      z.object({
        name: z.string().meta({ examples: ['amount'] }),
        value: z.string().meta({
          description: "As written, with identifiers masked; '' if it could not be read",
        }),
        page: z.int().min(1),
        box,
        confidence: z.number().min(0).max(1),
        source: z.enum(['text', 'ocr', 'handwriting']),
      }),
    ),
  })
  .meta({ id: 'DocumentOfRun' });

export type ReadDocumentBody = z.output<typeof readDocumentSchema>;

export const runDocumentsSchema = z
  .object({ documents: z.array(readDocumentSchema) })
  .meta({ id: 'DocumentsOfRun' });
