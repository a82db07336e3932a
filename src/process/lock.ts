import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './system-error.ts';
import { identify, isAlive, parseIdentity } from './identity.ts';
import type { ProcessIdentity } from './identity.ts';
import type { Report } from './progress.ts';

export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes a lock file, or returns its holder. A lock whose process has ended is taken over.
 * @returns the lock, or the process that holds it
 */
export const takeLock = async (path: string): Promise<Lock | ProcessIdentity> => {
  const mine = `${path}.${randomUUID()}`;
  const lock = { release: async (): Promise<void> => rm(path, { force: true }) };
  await writeFile(mine, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    for (;;) {
      if (await linked(mine, path)) return lock;
      const holder = await readHolder(path);
      if (holder !== undefined && isAlive(holder)) return holder;
      // Only one process at a time rechecks and replaces the lock; otherwise two could each replace one that they took for stale.
      const guard = await takeLock(`${path}.takeover`);
      if ('pid' in guard) {
        await sleep(10);
        continue;
      }
      try {
        const still = await readHolder(path);
        if (still !== undefined && isAlive(still)) return still;
        await rename(mine, path);
        return lock;
      } finally {
        await guard.release();
      }
    }
  } finally {
    await rm(mine, { force: true });
  }
};

/** Creates the link atomically with its content and returns false if the name exists, so nobody reads a partial lock. */
const linked = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

const readHolder = async (path: string): Promise<ProcessIdentity | undefined> => {
  try {
    return parseIdentity(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Runs a task while holding the folder's lock; waits until other processes release it. */
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
