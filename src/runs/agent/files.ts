import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { fileNameProblem, namesCollide } from '../../contract/file-name.ts';
import { maskText } from '../../governance/mask.ts';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { AgentFilesTable } from '../../store/db/agents-schema.ts';
import { sealBlob } from '../../store/vault/blobs.ts';
import { findValue, sealValue } from '../../store/vault/vault.ts';
import { filesRef } from './run-files.ts';
import type { RunOfMessages } from './transcript.ts';

/** A file given to a run: new bytes, or a reference to a file of another run of the team. */
export interface GivenFile {
  readonly name: string;
  readonly content: Buffer | { readonly blob_ref: string };
}

/** A run's input file as its jobs refer to it. */
export interface InputFileRef {
  readonly name: string;
  readonly blob_ref: string;
}

export interface FileRecord {
  readonly id: string;
  readonly ledgerRef: string;
  readonly origin: 'given' | 'left';
  readonly name: string;
  readonly size: number;
  readonly leftOut: AgentFilesTable['left_out'];
  readonly source: AgentFilesTable['source'];
  readonly sha256: Buffer | null;
}

/** Returns the ref under which a file's bytes are sealed. */
export const fileRef = (ledgerRef: string, id: string): string => `${ledgerRef}/file/${id}`;

/**
 * Returns a name without identifiers that a sandbox accepts and that no earlier file has. The sandbox uses this name too, so that
 * the model, which sees only masked text, can open the file.
 */
export const safeName = (name: string, taken: readonly string[]): string => {
  const masked = maskText(name);
  const plain = fileNameProblem(masked) === undefined ? masked : 'file';
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? plain : numbered(plain, number);
    if (!namesCollide([...taken, own])) return own;
  }
};

/** Puts a number in front of the last part's extension. */
const numbered = (name: string, number: number): string => {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^./]{1,10})?$/su.exec(name) ?? [];
  return `${stem}-${number}${extension}`;
};

/** Returns files under the names that a run uses for them. */
export const safelyNamed = (files: readonly GivenFile[]): readonly GivenFile[] => {
  const names: string[] = [];
  return files.map((file) => {
    const name = safeName(file.name, names);
    names.push(name);
    return { ...file, name };
  });
};

/** Stores a run's input files in the transaction that creates the run. @returns the files under the names that the run uses */
export const storeGivenFiles = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, ledgerRef, files }: RunOfMessages & { readonly files: readonly GivenFile[] },
): Promise<readonly (InputFileRef & { readonly bytes: number })[]> => {
  const stored: (InputFileRef & { bytes: number })[] = [];
  for (const { name: wanted, content } of files) {
    const taken = stored.map(({ name }) => name);
    const name = safeName(wanted, taken);
    if (Buffer.isBuffer(content)) {
      const file = { origin: 'given', name, content } as const;
      const blob_ref = await addFile(tx, ring, { teamId, ledgerRef, ...file });
      stored.push({ name, blob_ref, bytes: content.length });
    } else {
      const { size } = (await findValue<{ size: number }>(tx, ring, { teamId, ref: content.blob_ref })) ?? {
        size: 0,
      };
      stored.push({ name, blob_ref: content.blob_ref, bytes: size });
    }
  }
  if (stored.length > 0) {
    const value = { files: stored.map(({ name, blob_ref }) => ({ name, blob_ref })) };
    await sealValue(tx, ring, { teamId, ref: filesRef(ledgerRef), value });
  }
  return stored;
};

/** Seals a file's bytes and stores its record. @returns the ref of its bytes */
export const addFile = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  {
    teamId,
    ledgerRef,
    origin,
    name,
    content,
    source = null,
  }: RunOfMessages & {
    readonly origin: 'given' | 'left';
    readonly name: string;
    readonly content: Buffer;
    readonly source?: FileSource | null;
  },
): Promise<string> => {
  const id = newId('file');
  const ref = fileRef(ledgerRef, id);
  await sealBlob(tx, ring, { teamId, ref, bytes: content });
  await tx
    .insertInto('agent_files')
    .values({
      id,
      team_id: teamId,
      ledger_ref: ledgerRef,
      origin,
      name,
      size: content.length,
      left_out: null,
      source,
      sha256: createHash('sha256').update(content).digest(),
    })
    .execute();
  return ref;
};

/** The folder of a desktop in which a file was left. */
export type FileSource = NonNullable<AgentFilesTable['source']>;

/** Why the bytes of a file that code left were not kept. */
export type LeftOut = NonNullable<AgentFilesTable['left_out']>;

/** Records a file that code left but whose bytes are not kept. */
export const addLeftOut = async (
  tx: Transaction<Database>,
  {
    teamId,
    ledgerRef,
    ...file
  }: RunOfMessages & {
    readonly name: string;
    readonly size: number;
    readonly left_out: LeftOut;
    readonly source?: FileSource;
  },
): Promise<void> => {
  const own = { id: newId('file'), team_id: teamId, ledger_ref: ledgerRef, origin: 'left' } as const;
  const row = { source: null, ...own, ...file, sha256: null };
  await tx.insertInto('agent_files').values(row).execute();
};
