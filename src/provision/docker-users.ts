import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identify, isAlive, parseIdentity } from '../process/identity.ts';

/**
 * The services on one machine that share a container engine. Each has a file. When the last service unregisters, the engine is
 * stopped.
 */
export interface Users {
  /** Registers this process as a user until it unregisters or ends. */
  join(): Promise<void>;
  /** Unregisters this process. */
  leave(): void;
  /** Returns whether another live process is registered. Removes the files of killed ones. */
  others(): boolean;
}

/** @param folder folder of the files; created when it does not exist */
export const usersOf = (folder: string): Users => {
  const mine = `${process.pid}-${randomUUID()}.json`;
  const living = (name: string): boolean => {
    const path = join(folder, name);
    try {
      const identity = parseIdentity(JSON.parse(readFileSync(path, 'utf8')));
      if (identity !== undefined && isAlive(identity)) return true;
    } catch {
      // An unreadable file is treated like one whose process has ended.
    }
    rmSync(path, { force: true });
    return false;
  };
  return {
    join: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, mine), JSON.stringify(identify(process.pid)), { mode: 0o600 });
    },
    leave: () => rmSync(join(folder, mine), { force: true }),
    others: () => {
      try {
        return readdirSync(folder).filter((name) => name !== mine && living(name)).length > 0;
      } catch {
        return false;
      }
    },
  };
};
