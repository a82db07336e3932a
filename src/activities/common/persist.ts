import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './failures.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Writes something that would be lost with this process, again and again while the database is away, for about a minute.
 * The write has to be one that can be repeated.
 * @throws what the write threw last, or at once when it was no outage
 */
export const persistently = async <T>(write: () => Promise<T>, withinMs = 60_000): Promise<T> => {
  const until = performance.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || performance.now() > until) throw error;
      await sleep(pause);
    }
  }
};
