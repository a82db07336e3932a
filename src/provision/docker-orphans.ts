import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Ends the containers that a killed daemon left running. Nobody holds their other end any more, and a daemon that starts would
 * wait ten seconds for each of them to end.
 * @param run the daemon's folder, which the shims name on their command lines
 */
export const endOrphans = async (run: string): Promise<void> => {
  for (const shim of await shimsOf(run)) {
    // A container's first process is a child of its shim, and ends all others of the container with it.
    for (const child of (await read(`/proc/${shim}/task/${shim}/children`)).split(' ')) end(Number(child));
  }
};

/** Ends the rest of the containers once their daemon has ended for good: a killed daemon leaves shims that hold nothing. */
export const endShims = async (run: string): Promise<void> => {
  await endOrphans(run);
  for (const shim of await shimsOf(run)) end(shim);
};

/** Returns the pids of this daemon's shims, each of which keeps one container. */
const shimsOf = async (run: string): Promise<readonly number[]> => {
  const address = join(run, 'exec/containerd/containerd.sock');
  const shims: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const words = (await read(`/proc/${name}/cmdline`)).split('\0');
    if ((words[0] ?? '').includes('containerd-shim') && words.includes(address)) shims.push(Number(name));
  }
  return shims;
};

/** Returns the content of a process's file, or nothing when the process has just ended. */
const read = async (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const end = (pid: number): void => {
  if (!(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended first.
  }
};
