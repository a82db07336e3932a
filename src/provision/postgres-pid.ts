import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../process/system-error.ts';
import { ProvisionError } from './problem.ts';

const PATIENCE_MS = 30_000;

/**
 * Prepares a data folder for a server. Stops a server that is still running on it after its start was killed, or removes a dead
 * server's pid file. Postgres would remove that file by itself, but not if another process now has the pid.
 */
export const clearStalePid = async (dataDir: string): Promise<void> => {
  const pidFile = join(dataDir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (!(await servesFolder(pid, dataDir))) {
    await rm(pidFile, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + PATIENCE_MS;
  while (await servesFolder(pid, dataDir)) {
    if (Date.now() > deadline) {
      throw new ProvisionError(
        `Another Postgres (pid ${pid}) is running on ${dataDir} and does not stop.`,
        `Stop it (kill -QUIT ${pid}), then start again.`,
      );
    }
    await sleep(50);
  }
};

/** Returns whether a process serves the folder. Every Postgres process uses its data folder as its working directory. */
const servesFolder = async (pid: number, dataDir: string): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
  }
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === dataDir;
  } catch (error) {
    // Without /proc, it is safer to assume that the process serves the folder. A process that has ended in the meantime does not.
    return process.platform !== 'linux' || !hasCode(error, 'ENOENT');
  }
};
