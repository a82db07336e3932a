import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder with the sandbox images' Dockerfile and the files that it copies. */
export const IMAGE_FOLDER = fileURLToPath(new URL('../../images/sandbox/', import.meta.url));

export const DESKTOP_FOLDER = fileURLToPath(new URL('../../images/desktop/', import.meta.url));

/** Files in the folder that are not part of the images, so that changing them does not trigger a build. */
const LEFT_OUT = new Set(['README.md', 'requirements.in', 'seccomp.json', '__pycache__']);

/** Name by which the Dockerfile finds this machine's certificates. */
const CERTIFICATES = 'certificates.crt';

/** Lists the files that go into the images, relative to the folder and in a fixed order. */
const filesOf = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path.split(sep).every((part) => !LEFT_OUT.has(part)))
    .toSorted();
};

/** Returns a hash of all files' names and contents, as 16 hex digits. */
export const contentHash = async (folder: string, ...also: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const path of await filesOf(folder)) {
    const content = createHash('sha256').update(await readFile(join(folder, path)));
    hash.update(`${path}\0${content.digest('hex')}\n`);
  }
  for (const text of also) hash.update(`${text}\n`);
  return hash.digest('hex').slice(0, 16);
};

/**
 * Runs a task with a copy of the folder. The copy has fixed file modes, regardless of the checkout's umask. It also contains the
 * certificates that this machine trusts, for builds behind a proxy with its own certificate authority.
 */
export const withContext = async <T>(
  folder: string,
  certificates: string | undefined,
  task: (context: string, entries: string[]) => Promise<T>,
): Promise<T> => {
  const context = await mkdtemp(join(tmpdir(), 'pramaan-image-'));
  try {
    for (const path of await filesOf(folder)) {
      const to = join(context, path);
      await mkdir(dirname(to), { recursive: true });
      for (let above = dirname(to); above !== context; above = dirname(above)) await chmod(above, 0o755);
      await copyFile(join(folder, path), to);
      await chmod(to, 0o644);
    }
    if (certificates !== undefined) {
      await copyFile(certificates, join(context, CERTIFICATES));
      await chmod(join(context, CERTIFICATES), 0o644);
    }
    return await task(context, await readdir(context));
  } finally {
    await rm(context, { recursive: true, force: true });
  }
};
