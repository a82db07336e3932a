import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { sealBlob } from '../../store/vault/blobs.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { DocumentRecord } from './document-records.ts';

export interface DocumentOfTeam {
  readonly teamId: string;
  readonly id: string;
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
