import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../process/system-error.ts';
import { ProvisionError } from './problem.ts';

const PATIENCE_MS = 30_000;

/**
 * Prepares a data folder for a server: stops a server that a killed start left running on it, or removes the pid file of one that
 * died. Postgres removes such a file by itself, unless another process has the pid by now.
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

/** Returns whether a process serves the folder; every Postgres process has its data folder as working directory. */
const servesFolder = async (pid: number, dataDir: string): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
  }
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === dataDir;
  } catch (error) {
    // Without /proc it is safer to assume that it does; a process that has ended meanwhile does not.
    return process.platform !== 'linux' || !hasCode(error, 'ENOENT');
  }
};
