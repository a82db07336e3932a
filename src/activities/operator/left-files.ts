import { setTimeout as sleep } from 'node:timers/promises';
import type { DesktopFile } from '../../desktop/files.ts';
import { type Desktop, DesktopLostError } from '../../desktop/index.ts';
import { isKindAllowed } from '../../governance/operators/file-kinds.ts';
import type { FileSource, LeftOut } from '../../runs/agent/files.ts';
import { FOLDERS, type OwnFile } from './give-files.ts';

const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 25 * MIB;
const MAX_FILES_BYTES = 100 * MIB;
const MAX_FILES = 64;
/** Maximum number of files whose bytes are not kept and that are still named one by one. */
const MAX_NAMED = 64;
/** Maximum time in milliseconds to read files, because the desktop is to be destroyed within a minute. */
const READ_WITHIN_MS = 30_000;

/** Pause in milliseconds before a list is asked for again. */
const PAUSE_MS = 500;

/** Name that stands for all the files that are not named one by one. */
export const OTHERS = '*';

/** A file that was left on a desktop, or a number of them. */
export type Left = {
  readonly name: string;
  readonly source: FileSource;
  readonly size: number;
} & ({ readonly content: Buffer } | { readonly left_out: LeftOut; readonly others?: true; readonly count?: number });

/**
 * Reads what a desktop has before it is destroyed: every download, and the documents that are new or changed. Whatever is not read has
 * an entry that says so.
 * @param own the run's input files
 * @param fileKinds endings of names of files that may be handed back
 * @throws DesktopLostError if the desktop is gone before its files are known
 */
export const readLeftFiles = async (
  desktop: Pick<Desktop, 'files'>,
  { own, fileKinds }: Pick<Reader, 'own' | 'fileKinds'>,
): Promise<readonly Left[]> => {
  const until = performance.now() + READ_WITHIN_MS;
  const listed = await listUntil(desktop, until);
  if (listed === undefined) return [{ ...others([]), left_out: 'unreadable' }];
  const found: Left[] = [];
  const unnamed: DesktopFile[] = [];
  let named = 0;
  let kept = 0;
  let room = MAX_FILES_BYTES;
  for (const file of listed.files) {
    const reader = { own, fileKinds, room, isFull: kept >= MAX_FILES, until };
    const left = await readLeft(desktop, file, reader);
    if (left === undefined) continue;
    if ('content' in left) {
      room -= left.size;
      kept += 1;
    } else named += 1;
    if ('content' in left || named <= MAX_NAMED) found.push(left);
    else unnamed.push(file);
  }
  if (unnamed.length === 0 && listed.isWhole) return found;
  const count = listed.isWhole ? { count: unnamed.length } : {};
  return [...found, { ...others(unnamed), left_out: 'too_many', ...count }];
};

const others = (files: readonly DesktopFile[]) =>
  ({ others: true, name: OTHERS, source: 'documents', size: files.reduce((sum, { size }) => sum + size, 0) }) as const;

/** Lists the files. A busy desktop gets several chances. @returns undefined if it did not answer in time */
const listUntil = async ({ files }: Pick<Desktop, 'files'>, until: number) => {
  for (;;) {
    try {
      return await files.listed();
    } catch (error) {
      if (error instanceof DesktopLostError) throw error;
      if (performance.now() > until) return undefined;
      await sleep(PAUSE_MS);
    }
  }
};

interface Reader {
  readonly own: readonly OwnFile[];
  readonly fileKinds: readonly string[];
  readonly room: number;
  readonly isFull: boolean;
  readonly until: number;
}

const readLeft = async (
  desktop: Pick<Desktop, 'files'>,
  { path, size }: DesktopFile,
  { own, fileKinds, room, isFull, until }: Reader,
): Promise<Left | undefined> => {
  const source = path.startsWith(`${FOLDERS.downloads}/`) ? 'downloads' : 'documents';
  const name = path.slice(FOLDERS[source].length + 1);
  const leftOut = (left_out: LeftOut): Left => ({ name, source, size, left_out });
  const read = async (): Promise<Buffer | undefined> => {
    const content =
      performance.now() > until ? undefined : await desktop.files.get(path, size).catch(() => undefined);
    return content?.length === size ? content : undefined;
  };
  const given = source === 'documents' ? own.find((one) => one.name === name)?.content : undefined;
  // An unchanged file is nothing that was left, whatever its kind and size.
  if (given?.length === size && (await read())?.equals(given) === true) return undefined;
  if (!isKindAllowed(name, fileKinds)) return leftOut('kind_not_allowed');
  if (isFull) return leftOut('too_many');
  if (size > Math.min(MAX_FILE_BYTES, room)) return leftOut('too_large');
  const content = await read();
  return content === undefined ? leftOut('unreadable') : { name, source, size, content };
};
