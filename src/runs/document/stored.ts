import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { StoredDocumentBody } from '../../contract/stored-document.ts';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database, StoredPage, StoredPart } from '../../store/db/schema.ts';
import { sealBlob } from '../../store/vault/blobs.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { PageOptions, RunPosition } from '../page.ts';
import { refusalWords } from './refusals.ts';

export interface DocumentOfTeam {
  readonly teamId: string;
  readonly id: string;
}

export interface DocumentRecord {
  readonly id: string;
  readonly teamId: string;
  readonly root: string;
  readonly status: 'checking' | 'ready' | 'refused';
  readonly refusal: string | null;
  readonly format: string;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly parts: readonly StoredPart[];
  readonly pages: readonly StoredPage[] | null;
  readonly askedBy: Actor;
  readonly createdAt: Date;
  /** Whether its key was destroyed. */
  readonly erased: boolean;
}

/** Ref of one of an uploaded document's files. */
const partRef = (id: string, at: number): string => `${id}/part-${at + 1}`;

/** Returns the format of several files. */
const commonFormat = (formats: readonly string[]): string =>
  formats.every((format) => format === formats[0]) ? formats[0]! : 'mixed';

export const sha256Of = (contents: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest();
};

/** Seals and stores an uploaded document, which a sandbox still has to check. @returns its id */
export const storeUpload = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  given: {
    readonly teamId: string;
    readonly askedBy: Actor;
    readonly parts: readonly { readonly format: string; readonly content: Buffer }[];
  },
): Promise<string> => {
  const { teamId, askedBy, parts } = given;
  const id = newId('file');
  await sealValue(tx, ring, { teamId, ref: id, value: { files: parts.length } });
  for (const [at, { content }] of parts.entries())
    await sealBlob(tx, ring, { teamId, ref: partRef(id, at), bytes: content });
  const stored = parts.map(({ format, content }, at) => ({
    ref: partRef(id, at),
    format,
    bytes: content.length,
  }));
  const sha256 = sha256Of(parts.map(({ content }) => content));
  await insertDocument(tx, { id, teamId, root: id, askedBy, parts: stored, sha256 });
  return id;
};

/** Stores a document's row, unless there is one with this id. */
export const insertDocument = async (
  tx: Transaction<Database>,
  document: Pick<DocumentRecord, 'id' | 'teamId' | 'root' | 'askedBy' | 'parts' | 'sha256'>,
): Promise<void> => {
  const { id, teamId, root, askedBy, parts, sha256 } = document;
  await tx
    .insertInto('documents')
    .values({
      id,
      team_id: teamId,
      root,
      status: 'checking',
      refusal: null,
      format: commonFormat(parts.map(({ format }) => format)),
      sha256,
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      parts: JSON.stringify(parts),
      pages: null,
      asked_by: JSON.stringify(askedBy),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

const select = (db: Kysely<Database>, teamId: string) =>
  db
    .selectFrom('documents')
    .selectAll('documents')
    .select(
      sql<boolean>`NOT EXISTS (SELECT FROM case_vault AS v WHERE v.team_id = documents.team_id AND v.ref = documents.root
        AND v.wrapped_key IS NOT NULL)`.as('erased'),
    )
    .where('team_id', '=', teamId);

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const recordOf = ({ team_id, asked_by, created_at, ...row }: Row): DocumentRecord => ({
  ...row,
  teamId: team_id,
  askedBy: asked_by,
  createdAt: created_at,
});

/** Returns a document, even an erased one; undefined if the team has none with this id. */
export const findDocument = async (
  db: Kysely<Database>,
  { teamId, id }: DocumentOfTeam,
): Promise<DocumentRecord | undefined> => {
  const row = await select(db, teamId).where('id', '=', id).executeTakeFirst();
  return row && recordOf(row);
};

/** Returns a page of a team's documents, newest first, without those that were refused or erased. */
export const listDocuments = async (
  db: Kysely<Database>,
  { teamId, limit, after }: PageOptions & { readonly teamId: string },
): Promise<{ readonly documents: readonly DocumentRecord[]; readonly end: RunPosition | undefined }> => {
  let query = select(db, teamId)
    .where('status', '<>', 'refused')
    .where(
      sql<boolean>`EXISTS (SELECT FROM case_vault AS v WHERE v.team_id = documents.team_id AND v.ref = documents.root
        AND v.wrapped_key IS NOT NULL)`,
    );
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(documents.created_at, documents.id) < (${after.createdAt}, ${after.id})`,
    );
  // Fetches one more than requested, to find out whether there is a next page.
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const documents = rows.slice(0, limit).map(recordOf);
  const last = rows.length > limit ? documents.at(-1) : undefined;
  return { documents, end: last && { createdAt: last.createdAt, id: last.id } };
};

/** Returns a document in the form shown to clients. */
export const toDocumentBody = (document: DocumentRecord): StoredDocumentBody => ({
  id: document.id,
  sha256: document.sha256.toString('hex'),
  kind: document.format as StoredDocumentBody['kind'],
  bytes: document.bytes,
  files: document.parts.length,
  pages: document.pages?.length ?? null,
  status: document.status,
  refusal: document.refusal === null ? null : refusalWords(document.refusal),
  created_at: document.createdAt.toISOString(),
});
