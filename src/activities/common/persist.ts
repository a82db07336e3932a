import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './failures.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Retries a write for about a minute while the database is unavailable, because it would otherwise be lost with this process. The
 * write must be safe to repeat.
 * @throws the write's last error, and immediately if it is not an outage
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
