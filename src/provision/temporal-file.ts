import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'temporal.sqlite';
/** Suffixes of a database's files: SQLite keeps changes that are not yet in the database in extra files next to it. */
const SIDES = ['', '-wal', '-shm'];

/**
 * Prepares Temporal's database in a folder that only its owner can enter. The data folder itself must remain accessible to
 * Postgres's user. Older versions kept the database in the data folder, where everyone could read it, so such a database is
 * moved.
 * @returns its path; the file may not exist yet
 */
export const prepareTemporalFile = async (dataDir: string): Promise<string> => {
  const folder = join(dataDir, 'temporal');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const side of SIDES) {
    const path = join(folder, NAME + side);
    await unlessAbsent(rename(join(dataDir, NAME + side), path));
    await unlessAbsent(chmod(path, 0o600));
  }
  return join(folder, NAME);
};

const unlessAbsent = async (change: Promise<void>): Promise<void> => {
  try {
    await change;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};
