import type { DesktopFile } from '../../desktop/files.ts';
import { type Desktop, DesktopLostError } from '../../desktop/index.ts';
import { isKindAllowed } from '../../governance/operators/file-kinds.ts';
import type { FileSource, LeftOut } from '../../runs/agent/files.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import { persistently } from '../common/persist.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { FOLDERS, type OwnFile, ownFiles } from './give-files.ts';

const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 25 * MIB;
const MAX_FILES_BYTES = 100 * MIB;
const MAX_FILES = 64;
/** Maximum number of files that are named although they are not kept. One more entry counts the others. */
const MAX_LEFT_OUT = 64;

/** Maximum time in milliseconds to read files, because the desktop must be destroyed within a minute. */
const READ_WITHIN_MS = 30_000;
const LIST_ATTEMPTS = 3;
/** Name of the entry that stands for all files. */
const UNLISTED = 'all files';

/** A file that was left on a desktop. */
export type Left = {
  readonly name: string;
  readonly source: FileSource;
  readonly size: number;
} & ({ readonly content: Buffer } | { readonly left_out: LeftOut });

/**
 * Reads a desktop's files before it is destroyed: every download, and the documents that are new or changed.
 * A file that cannot be read gets an entry that says so.
 * @throws DesktopLostError if the desktop is gone before its files are known
 */
export const readLeftFiles = async (
  deps: DesktopDependencies,
  run: OperatorRunInput,
  desktop: Desktop,
): Promise<readonly Left[]> => {
  const own = await persistently(() => ownFiles(deps, run));
  const until = performance.now() + READ_WITHIN_MS;
  const files = await listUntil(desktop, until);
  if (files === undefined) return [{ name: UNLISTED, source: 'documents', size: 0, left_out: 'unreadable' }];
  const kept: Left[] = [];
  const leftOut: Left[] = [];
  let room = MAX_FILES_BYTES;
  for (const file of files) {
    const left = await readLeft(deps, desktop, file, { own, room, until, isFull: kept.length >= MAX_FILES });
    if (left === undefined) continue;
    if ('content' in left) {
      room -= left.size;
      kept.push(left);
    } else leftOut.push(left);
  }
  return [...kept, ...fewer(leftOut)];
};

/**
 * Lists the files, and retries because the desktop may be busy.
 * @returns undefined if there is no list
 */
const listUntil = async ({ files }: Desktop, until: number): Promise<readonly DesktopFile[] | undefined> => {
  for (let attempt = 1; attempt <= LIST_ATTEMPTS && performance.now() < until; attempt += 1) {
    try {
      return await files.list();
    } catch (error) {
      if (error instanceof DesktopLostError) throw error;
    }
  }
  return undefined;
};

/** Names some of the files that are not kept, and counts the others, because a program may leave any number of them. */
const fewer = (leftOut: readonly Left[]): readonly Left[] => {
  const others = leftOut.slice(MAX_LEFT_OUT);
  if (others.length === 0) return leftOut;
  const size = others.reduce((sum, file) => sum + file.size, 0);
  const rest: Left = {
    name: `${others.length} more files`,
    source: others[0]!.source,
    size,
    left_out: 'too_many',
  };
  return [...leftOut.slice(0, MAX_LEFT_OUT), rest];
};

const readLeft = async (
  { fileKinds }: DesktopDependencies,
  desktop: Desktop,
  { path, size }: DesktopFile,
  {
    own,
    room,
    isFull,
    until,
  }: {
    readonly own: readonly OwnFile[];
    readonly room: number;
    readonly isFull: boolean;
    readonly until: number;
  },
): Promise<Left | undefined> => {
  const source = path.startsWith(`${FOLDERS.downloads}/`) ? 'downloads' : 'documents';
  const name = path.slice(FOLDERS[source].length + 1);
  const leftOut = (left_out: LeftOut): Left => ({ name, source, size, left_out });
  if (!isKindAllowed(name, fileKinds)) return leftOut('kind_not_allowed');
  const given = source === 'documents' ? own.find((one) => one.name === name) : undefined;
  const fits = !isFull && size <= Math.min(MAX_FILE_BYTES, room);
  // An unchanged input file takes up no room.
  if (!fits && given?.content.length !== size) return leftOut(isFull ? 'too_many' : 'too_large');
  if (performance.now() > until) return leftOut('unreadable');
  const content = await desktop.files.get(path, size).catch(() => undefined);
  if (content?.length !== size) return leftOut('unreadable');
  if (given?.content.equals(content) === true) return undefined;
  return fits ? { name, source, size, content } : leftOut(isFull ? 'too_many' : 'too_large');
};
