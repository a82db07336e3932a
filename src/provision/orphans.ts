import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { writePrivately } from './files.ts';
import { isAlive } from '../process/identity.ts';
import type { ProcessIdentity } from '../process/identity.ts';

const schema = z.array(z.object({ pid: z.number().int(), began: z.string(), stopSignal: z.string() }));

export interface Recorded extends ProcessIdentity {
  readonly stopSignal: NodeJS.Signals;
}

const PATIENCE_MS = 15_000;

const path = (dataDir: string): string => join(dataDir, 'processes.json');

/** Records this start's running processes in the order in which they were started. */
export const recordProcesses = async (dataDir: string, processes: readonly Recorded[]): Promise<void> => {
  if (processes.length === 0) await rm(path(dataDir), { force: true });
  else await writePrivately(path(dataDir), processes);
};

/**
 * Stops processes that are still running from an earlier start that was killed. Does not touch a pid that now belongs to another
 * process.
 * @returns the number of processes stopped
 */
export const stopOrphans = async (dataDir: string): Promise<number> => {
  const text = await readFile(path(dataDir), 'utf8').catch(() => '[]');
  const recorded = (parse(text) as readonly Recorded[]).filter(isAlive).toReversed();
  for (const orphan of recorded) {
    process.kill(orphan.pid, orphan.stopSignal);
    const deadline = Date.now() + PATIENCE_MS;
    while (isAlive(orphan)) {
      if (Date.now() > deadline) process.kill(orphan.pid, 'SIGKILL');
      await sleep(50);
    }
  }
  await rm(path(dataDir), { force: true });
  return recorded.length;
};

const parse = (text: string): z.output<typeof schema> => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
};
