import { z } from 'zod';
import { fileId } from './given-file.ts';
import { pageQuery, timestamp } from './common.ts';

const MIB = 1024 * 1024;
/** Maximum size of a document in bytes, all of its files together. */
export const MAX_DOCUMENT_BYTES = 25 * MIB;
/** Room for the boundaries and headers of a multipart body. */
export const MAX_MULTIPART_BYTES = MAX_DOCUMENT_BYTES + MIB / 2;
/** Maximum number of files in a document. */
export const MAX_DOCUMENT_FILES = 50;
/** Maximum number of documents in a case. */
export const MAX_CASE_DOCUMENTS = 20;

/** Kinds of documents that a case may contain. */
export const DOCUMENT_KINDS = [
  'claim_form',
  'discharge_summary',
  'hospital_bill',
  'id_proof',
  'prescription',
  'cheque',
  'other',
] as const;

/** Formats of files. */
export const FILE_FORMATS = ['pdf', 'png', 'jpeg', 'tiff', 'webp', 'text'] as const;

export const documentKind = z.enum(DOCUMENT_KINDS).meta({ id: 'DocumentKind' });

export const documentFormat = z.enum([...FILE_FORMATS, 'mixed']);

export const storedDocumentSchema = z
  .object({
    id: fileId,
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'Of the bytes, all files one after the other' }),
    kind: documentFormat.meta({
      description: 'Format of the files, found by their first bytes; `mixed` if they differ',
    }),
    bytes: z.int().min(1),
    files: z.int().min(1),
    pages: z.int().min(0).nullable().meta({
      description: 'null while `status` is `checking`; 0 for text, which has no pages',
    }),
    status: z.enum(['checking', 'ready', 'refused']).meta({
      description:
        '`checking`: a sandbox still has to open it. `ready`: cases can use it. `refused`: it could not be opened and was erased',
    }),
    refusal: z.string().nullable().meta({ description: 'Why it was refused' }),
    created_at: timestamp,
  })
  .meta({ id: 'StoredDocument' });

export type StoredDocumentBody = z.output<typeof storedDocumentSchema>;

export const storedDocumentListSchema = z
  .object({
    documents: z.array(storedDocumentSchema),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'StoredDocumentList' });

export const storedDocumentListQuery = z.strictObject(pageQuery);

export const documentParams = z.object({ id: fileId });

export const pageParams = z.object({
  id: fileId,
  n: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .meta({ override: { type: 'integer', minimum: 1 }, description: 'Number of the page, from 1' }),
});

export const pagePictureQuery = z.strictObject({
  masked: z.enum(['true', 'false']).default('false').meta({
    description: 'Whether identifiers, names and dates of birth are painted over',
  }),
});

/** The member `documents` of a case. */
export const caseDocuments = z
  .array(z.strictObject({ file_id: fileId, kind: documentKind.optional() }))
  .max(MAX_CASE_DOCUMENTS)
  .refine(
    (given) => new Set(given.map(({ file_id }) => file_id)).size === given.length,
    'expected every document once',
  );
