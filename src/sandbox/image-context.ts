import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the images: a Dockerfile and what it copies. */
export const IMAGE_FOLDER = fileURLToPath(new URL('../../images/sandbox/', import.meta.url));

export const DESKTOP_FOLDER = fileURLToPath(new URL('../../images/desktop/', import.meta.url));

/** Beside the images, not in them: a change of these builds nothing. */
const LEFT_OUT = new Set(['README.md', 'requirements.in', 'seccomp.json', '__pycache__']);

/** The name under which the Dockerfile finds the certificates of this machine. */
const CERTIFICATES = 'certificates.crt';

/** Paths of the files that images are made of, relative to the folder, in a fixed order. */
const filesOf = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path.split(sep).every((part) => !LEFT_OUT.has(part)))
    .toSorted();
};

/** A hash of the names and contents of all files: 16 hex digits. */
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
 * Gives a task a copy of the folder with modes of its own, whatever the umask of the checkout was, and with the
 * certificates that this machine trusts, for a build behind a proxy with an authority of its own.
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
