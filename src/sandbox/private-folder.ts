import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** Thrown when another user on the machine owns the folder or could replace it. */
export class UnsafeFolderError extends Error {
  override readonly name = 'UnsafeFolderError';
}

const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o002;
const ROOT = 0;

/**
 * Creates a folder that no other user on the machine may enter, or takes over an existing one. Its content may be open to all
 * users, because it is reachable only from a container, through a mount.
 * @throws UnsafeFolderError if another user owns the folder, could replace it, or left a link in its place
 */
export const makePrivateFolder = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = await lstat(path);
  if (!found.isDirectory() || !isOwn(found.uid)) {
    throw new UnsafeFolderError(`${path} is not a folder owned by this user`);
  }
  await checkAbove(path);
  await chmod(path, 0o700);
};

/** On a system without user ids (Windows), every id is -1. */
const isOwn = (uid: number): boolean => [uid, -1].includes(userInfo().uid);

const checkAbove = async (path: string): Promise<void> => {
  for (let at = path, above = dirname(at); above !== at; at = above, above = dirname(at)) {
    const { uid, mode } = await stat(above);
    const replaceable = (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
    if (replaceable || (uid !== ROOT && !isOwn(uid))) {
      throw new UnsafeFolderError(`${above} lets another user replace ${path}`);
    }
  }
};
