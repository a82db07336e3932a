import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './problem.ts';
import { identify, isAlive, parseIdentity } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import type { Report } from './progress.ts';

export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes a lock file, or says who has it. A lock whose process is gone is taken over.
 * @returns the lock, or the process that holds it
 */
export const takeLock = async (path: string): Promise<Lock | ProcessIdentity> => {
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // A link appears with its content in one step and fails when the name is there: nobody reads half a lock.
        await link(mine, path);
        return { release: () => rm(path, { force: true }) };
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      const holder = await readHolder(path);
      if (holder !== undefined && isAlive(holder)) return holder;
      await discard(path, `${mine}.stale`);
    }
  } finally {
    await rm(mine, { force: true });
  }
};

const readHolder = async (path: string): Promise<ProcessIdentity | undefined> => {
  try {
    return parseIdentity(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Moves a dead lock away. Should another process have replaced it in between, its lock is put back. */
const discard = async (path: string, aside: string): Promise<void> => {
  try {
    await rename(path, aside);
    const moved = await readHolder(aside);
    if (moved !== undefined && isAlive(moved)) await link(aside, path);
    await rm(aside, { force: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EEXIST')) throw error;
  }
};

/** Runs a task while no other process runs one under the same folder's lock; waits for its turn. */
export const withFolderLock = async <T>(
  folder: string,
  report: Report,
  task: () => Promise<T>,
): Promise<T> => {
  for (;;) {
    const lock = await takeLock(join(folder, '.lock'));
    if ('pid' in lock) {
      report(`waiting for process ${lock.pid}, which is at it already`);
      await sleep(500);
      continue;
    }
    try {
      return await task();
    } finally {
      await lock.release();
    }
  }
};
