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
 * Takes a lock file, or takes it over if its process has ended.
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
      // Only one process at a time may recheck and replace the lock. Otherwise two processes could both consider it stale, and
      // the second would replace the first one's new lock.
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

/**
 * Creates the lock file atomically with its content, so that no process reads a partial lock. Returns false if the name exists.
 */
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

/** Runs a task while holding the folder's lock. Waits until other processes have released it. */
export const withFolderLock = async <T>(
  folder: string,
  report: Report,
  task: () => Promise<T>,
): Promise<T> => {
  for (;;) {
    const lock = await takeLock(join(folder, '.lock'));
    if ('pid' in lock) {
      report(`waiting for process ${lock.pid}, which is already doing this`);
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
