import type { DesktopFile } from '../../desktop/files.ts';
import type { Desktop } from '../../desktop/index.ts';
import { isKindAllowed } from '../../governance/operators/file-kinds.ts';
import type { FileSource, LeftOut } from '../../runs/agent/files.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { FOLDERS, type OwnFile, ownFiles } from './give-files.ts';

const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 25 * MIB;
const MAX_FILES_BYTES = 100 * MIB;
const MAX_FILES = 64;

/** A file that was left on a desktop. */
export type Left = {
  readonly name: string;
  readonly source: FileSource;
  readonly size: number;
} & ({ readonly content: Buffer } | { readonly left_out: LeftOut });

/** Reads what a desktop has before it is destroyed: every download, and the documents that are new or changed. */
export const readLeftFiles = async (
  deps: DesktopDependencies,
  run: OperatorRunInput,
  desktop: Desktop,
): Promise<readonly Left[]> => {
  const own = await ownFiles(deps, run);
  const found: Left[] = [];
  let room = MAX_FILES_BYTES;
  // More files than a run keeps are named, but not all of those that a program may have left.
  for (const file of (await desktop.files.list()).slice(0, 2 * MAX_FILES)) {
    const left = await readLeft(deps, desktop, file, { own, room, isFull: found.length >= MAX_FILES });
    if (left === undefined) continue;
    if ('content' in left) room -= left.size;
    found.push(left);
  }
  return found;
};

const readLeft = async (
  { fileKinds }: DesktopDependencies,
  desktop: Desktop,
  { path, size }: DesktopFile,
  {
    own,
    room,
    isFull,
  }: { readonly own: readonly OwnFile[]; readonly room: number; readonly isFull: boolean },
): Promise<Left | undefined> => {
  const source = path.startsWith(`${FOLDERS.downloads}/`) ? 'downloads' : 'documents';
  const name = path.slice(FOLDERS[source].length + 1);
  const leftOut = (left_out: LeftOut): Left => ({ name, source, size, left_out });
  if (isFull) return leftOut('too_many');
  if (!isKindAllowed(name, fileKinds)) return leftOut('kind_not_allowed');
  if (size > Math.min(MAX_FILE_BYTES, room)) return leftOut('too_large');
  const content = await desktop.files.get(path, size).catch(() => undefined);
  if (content?.length !== size) return leftOut('unreadable');
  const given = source === 'documents' ? own.find((one) => one.name === name) : undefined;
  return given?.content.equals(content) === true ? undefined : { name, source, size, content };
};
