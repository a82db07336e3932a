import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running, Exit } from './processes.ts';

/** Returns a log file's last lines, for a message about why something did not start. */
export const lastLines = (logFile: string, count = 5): string => {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
};

/**
 * Waits until `ready` returns true. Ends a process that does not become ready.
 * @throws the error from `gaveUp` when the process ends first or the time is up; any error from `ready`
 */
export const untilReady = async (
  running: Running,
  ready: () => Promise<boolean>,
  withinMs: number,
  gaveUp: (why: string) => Error,
): Promise<void> => {
  let ended: Exit | undefined;
  void running.exited.then((exit) => (ended = exit));
  const deadline = Date.now() + withinMs;
  try {
    while (Date.now() < deadline) {
      if (await ready()) return;
      await sleep(50);
      if (ended !== undefined) throw gaveUp(`it ended with ${ended.signal ?? `exit code ${ended.code}`}`);
    }
    throw gaveUp(`it did not respond within ${withinMs / 1000} s`);
  } catch (error) {
    running.kill();
    throw error;
  }
};
