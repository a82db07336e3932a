import { readFileSync } from 'node:fs';
import { endOrphans } from './docker-orphans.ts';
import { pidFile, configFile, type DaemonFolders } from './daemon-folders.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns the process id in a file if that process runs and its command line contains the sign. */
export const pidRunning = (file: string, sign: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (!(pid > 1)) return undefined;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(sign) ? pid : undefined;
  } catch {
    return undefined;
  }
};

/** Sends dockerd SIGTERM, which also ends its containers, and kills it if it is still running after `patienceMs`. */
export const endDaemon = async (folders: DaemonFolders, patienceMs = STOP_WITHIN_MS): Promise<void> => {
  const pid = daemonPid(folders);
  if (pid === undefined) return;
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + patienceMs;
  while (daemonPid(folders) === pid) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGKILL');
      await endOrphans(folders.run);
      return;
    }
    await sleep(50);
  }
};

/** Unmounts a killed daemon's leftover mounts, because its folders cannot be removed otherwise. */
export const releaseMounts = async ({ run, data }: DaemonFolders): Promise<void> => {
  const table = await readFile('/proc/self/mountinfo', 'utf8');
  const points = table.split('\n').map((line) => line.split(' ')[4] ?? '');
  const ours = points.filter((point) => [run, data].some((folder) => `${point}/`.startsWith(`${folder}/`)));
  for (const point of ours.toReversed()) {
    await execute('umount', ['--lazy', point]).catch(() => undefined);
  }
};

const execute = promisify(execFile);
const STOP_WITHIN_MS = 20_000;
export const STUCK_STOP_WITHIN_MS = 5_000;
/** Returns our daemon's pid, if the daemon is running and its pid has not been reused by another process. */
export const daemonPid = (folders: DaemonFolders): number | undefined =>
  pidRunning(pidFile(folders), configFile(folders));
