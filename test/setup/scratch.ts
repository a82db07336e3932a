import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Enough for the databases of a whole test run, which stay below 2 GiB. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Creates the folder of a test run's databases and logs. It is in memory if there is room, because Postgres
 * and Temporal wait for the disk at each commit. Tests kill processes but never the machine, so nothing gets
 * lost.
 */
export const createScratch = async (): Promise<string> =>
  mkdtemp(join((await hasRoom()) ? IN_MEMORY : tmpdir(), 'pramaan-test-'));

const hasRoom = async (): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
};
