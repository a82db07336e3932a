import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identify, isAlive, parseIdentity } from '../process/identity.ts';

/**
 * Who uses an engine that several services of one machine share: a file for each. The engine stops with the last.
 */
export interface Users {
  /** Signs on, for as long as this process lives. */
  join(): Promise<void>;
  /** Signs off. */
  leave(): void;
  /** Whether somebody else is signed on whose process lives. What killed ones left behind is removed. */
  others(): boolean;
}

/** @param folder where the files are; made when it is not there */
export const usersOf = (folder: string): Users => {
  const mine = `${process.pid}-${randomUUID()}.json`;
  const living = (name: string): boolean => {
    const path = join(folder, name);
    try {
      const identity = parseIdentity(JSON.parse(readFileSync(path, 'utf8')));
      if (identity !== undefined && isAlive(identity)) return true;
    } catch {
      // Not to be read: nobody's.
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
