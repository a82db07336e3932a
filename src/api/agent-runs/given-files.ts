import type { Kysely } from 'kysely';
import type { Caller } from '../../store/keys/authenticate.ts';
import { MAX_FILES_BYTES } from '../../contract/given-file.ts';
import { fileRef, type FileRecord, type GivenFile } from '../../runs/agent/files.ts';
import { findFile } from '../../runs/agent/read-files.ts';
import { findDocument, type DocumentRecord } from '../../runs/document/document-records.ts';
import type { Database } from '../../store/db/schema.ts';
import { ProblemError } from '../http/problem.ts';

interface Given {
  readonly name?: string | undefined;
  readonly content?: string | undefined;
  readonly content_b64?: string | undefined;
  readonly file_id?: string | undefined;
}

/**
 * Returns the files of a request: their bytes, or references to files of earlier runs.
 * @param place JSON pointer of the list in the body
 * @throws ProblemError 422 for an id that the caller may not read, 413 if the files are too large together
 */
export const givenFiles = async (
  db: Kysely<Database>,
  caller: Caller,
  given: readonly Given[],
  place: string,
): Promise<readonly GivenFile[]> => {
  const files: GivenFile[] = [];
  let bytes = 0;
  for (const [at, { name, content, content_b64, file_id }] of given.entries()) {
    if (file_id === undefined) {
      const own = content === undefined ? Buffer.from(content_b64 ?? '', 'base64') : Buffer.from(content);
      bytes += own.length;
      // The schema requires a name for content.
      files.push({ name: name!, content: own });
    } else {
      const file = await findFile(db, { teamId: caller.teamId, id: file_id });
      const document = file === undefined ? await findUsable(db, caller, file_id) : undefined;
      if (document !== undefined) {
        bytes += document.bytes;
        files.push(...filesOf(document, name));
        continue;
      }
      if (file === undefined || !mayRead(caller, file)) throw unknownFile(`${place}/${at}/file_id`);
      bytes += file.size;
      files.push({ name: name ?? file.name, content: { blob_ref: fileRef(file.ledgerRef, file.id) } });
    }
    if (bytes > MAX_FILES_BYTES) {
      throw new ProblemError('body-too-large', {
        detail: `All files together may have at most ${MAX_FILES_BYTES} bytes.`,
      });
    }
  }
  return files;
};

/**
 * Returns an uploaded document that the caller may read; undefined if there is none with this id, or if it is
 * not checked yet.
 */
const findUsable = async (
  db: Kysely<Database>,
  { teamId, scopes }: Caller,
  id: string,
): Promise<DocumentRecord | undefined> => {
  if (!scopes.has('documents:write')) return undefined;
  const document = await findDocument(db, { teamId, id });
  return document?.status === 'ready' && !document.erased ? document : undefined;
};

/** Returns a document's files. Uploads have no names, so the names are made from kind and format. */
const filesOf = ({ parts }: DocumentRecord, name: string | undefined): readonly GivenFile[] =>
  parts.map(({ ref, format }, at) => {
    const own = `document${parts.length > 1 ? `-${at + 1}` : ''}.${format === 'text' ? 'txt' : format}`;
    return { name: name !== undefined && parts.length === 1 ? name : own, content: { blob_ref: ref } };
  });

/** Returns whether a key may read a file, which needs the scope of the run that the file belongs to. */
export const mayRead = ({ scopes }: Caller, { ledgerRef }: FileRecord): boolean =>
  scopes.has(
    ledgerRef.startsWith('analyze-') ? 'analyze' : ledgerRef.startsWith('op_') ? 'operators:read' : 'agents',
  );

const unknownFile = (pointer: string): ProblemError =>
  new ProblemError('invalid-request', {
    errors: [{ in: 'body', pointer, message: 'is not the id of a file that this key can read' }],
  });
