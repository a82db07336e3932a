import { type Kysely, sql } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import { hasValue, findValue } from '../../store/vault/vault.ts';
import { type FileRecord, fileRef } from './files.ts';
import { filesRef } from './run-files.ts';
import type { RunOfMessages } from './transcript.ts';

/** Returns a run's files, in the order in which they were stored. Of a file that code changed later, returns the last version. */
export const filesOfRun = async (db: Kysely<Database>, run: RunOfMessages): Promise<readonly FileRecord[]> =>
  lastVersions(await allFilesOfRun(db, run));

/** Returns every version of a run's files, in the order in which they were stored. */
export const allFilesOfRun = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<readonly FileRecord[]> => {
  const rows = await select(db)
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
};

/** The names of an erased run's files are empty, so such files are not versions of each other. */
const lastVersions = (files: readonly FileRecord[]): readonly FileRecord[] =>
  files.filter(
    ({ origin, name }, at) =>
      name === '' || !files.slice(at + 1).some((later) => later.origin === origin && later.name === name),
  );

/**
 * Returns the files that a run's code left in an earlier sandbox and whose bytes were kept, by reference. The next sandbox gets them
 * in addition to the input files.
 */
export const keptFiles = async (
  db: Kysely<Database>,
  run: RunOfMessages,
): Promise<readonly { readonly name: string; readonly blob_ref: string }[]> =>
  (await filesOfRun(db, run))
    .filter(({ origin, leftOut }) => origin === 'left' && leftOut === null)
    .map(({ id, name, ledgerRef }) => ({ name, blob_ref: fileRef(ledgerRef, id) }));

/** Returns the files for a run's fresh sandbox: the given ones, except where code left a changed one, and those that code left. */
export const sandboxFiles = async (
  db: Kysely<Database>,
  ring: KeyRing,
  run: RunOfMessages,
): Promise<readonly StoredInput[]> => {
  const kept = await keptFiles(db, run);
  const given = await inputFiles(db, ring, run);
  return [...given.filter(({ name }) => !kept.some((file) => file.name === name)), ...kept];
};

/** Returns a file whose bytes can still be opened; undefined if the team has none with this id. */
export const findFile = async (
  db: Kysely<Database>,
  { teamId, id }: { readonly teamId: string; readonly id: string },
): Promise<FileRecord | undefined> => {
  const row = await select(db).where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst();
  if (row === undefined || row.left_out !== null) return undefined;
  const file = recordOf(row);
  return (await hasValue(db, { teamId, ref: fileRef(file.ledgerRef, id) })) ? file : undefined;
};

/** Opens a file's bytes. @throws SealedValueGoneError if they were erased */
export const openFile = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, file }: { readonly teamId: string; readonly file: FileRecord },
): Promise<Buffer> => openBlob(db, ring, { teamId, ref: fileRef(file.ledgerRef, file.id) });

/** Returns the input files of a run, by reference. Runs of earlier releases stored their file's content in place of a reference. */
export const inputFiles = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<readonly StoredInput[]> =>
  (await findValue<{ files: readonly StoredInput[] }>(db, ring, { teamId, ref: filesRef(ledgerRef) }))
    ?.files ?? [];

export interface StoredInput {
  readonly name: string;
  readonly content?: string;
  readonly blob_ref?: string;
}

const select = (db: Kysely<Database>) =>
  db
    .selectFrom('agent_files')
    .select(['id', 'ledger_ref', 'origin', 'name', 'left_out', 'source', 'sha256'])
    .select(sql<number>`size`.as('size'));

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;
const recordOf = ({ ledger_ref, left_out, ...row }: Row): FileRecord => ({
  ...row,
  ledgerRef: ledger_ref,
  leftOut: left_out,
});
