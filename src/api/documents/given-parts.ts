import type { FieldError } from '../../contract/problem.ts';
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_FILES } from '../../contract/stored-document.ts';
import { type FileFormat, formatOf } from '../../governance/documents/format.ts';
import type { GivenBytes } from '../body/bytes.ts';
import { ProblemError } from '../http/problem.ts';

/** One file of a document, as it was sent. */
export interface GivenPart {
  readonly format: FileFormat;
  readonly content: Buffer;
}

/**
 * Returns the files in a body: the body itself, or the files of a form in their order. Reads only their first
 * bytes and their sizes.
 * @throws ProblemError 413, 415, 422
 */
export const givenParts = async (given: GivenBytes): Promise<readonly GivenPart[]> => {
  const files = given.essence === 'multipart/form-data' ? await filesInForm(given) : [given];
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  if (size > MAX_DOCUMENT_BYTES)
    throw tooLarge(`All files together may have at most ${MAX_DOCUMENT_BYTES} bytes.`);
  return files.map(({ essence, content }, at) => {
    if (content.length === 0) throw invalid(`expected file ${at + 1} to have content`);
    const format = formatOf(content, essence);
    if (format === undefined)
      throw new ProblemError('unsupported-media-type', {
        detail: `File ${at + 1} is not what its Content-Type says. Send a PDF, PNG, JPEG, TIFF or WebP file, or UTF-8 text.`,
      });
    return { format, content };
  });
};

const tooLarge = (detail: string): ProblemError => new ProblemError('body-too-large', { detail });

const invalid = (message: string): ProblemError => {
  const errors: readonly FieldError[] = [{ in: 'body', pointer: '', message }];
  return new ProblemError('invalid-request', { errors });
};

type NamedBytes = Pick<GivenBytes, 'essence' | 'content'>;

const filesInForm = async ({ header, content }: GivenBytes): Promise<readonly NamedBytes[]> => {
  const boundary = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(header);
  const line = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`;
  if (line === '--') throw invalid('expected a boundary in Content-Type');
  // Counts the parts before parsing, because each costs the parser memory, however small it is.
  if (countUpTo(content, line, MAX_DOCUMENT_FILES + 2) > MAX_DOCUMENT_FILES + 1)
    throw tooLarge(`A document may have at most ${MAX_DOCUMENT_FILES} files.`);
  let form: FormData;
  try {
    form = await new Response(content, { headers: { 'content-type': header } }).formData();
  } catch {
    throw invalid('expected multipart/form-data');
  }
  const values = [...form.values()];
  if (values.length === 0) throw invalid('expected a file');
  return Promise.all(
    values.map(async (value) => {
      if (typeof value === 'string') throw invalid('expected nothing but files, each with a file name');
      const essence = value.type.toLowerCase().split(';')[0]!.trim();
      return { essence, content: Buffer.from(await value.arrayBuffer()) };
    }),
  );
};

/** Counts how often `text` occurs in bytes, but stops at `limit`. */
const countUpTo = (bytes: Buffer, text: string, limit: number): number => {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count < limit; at = bytes.indexOf(text, at + text.length))
    count += 1;
  return count;
};
