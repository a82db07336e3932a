import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Ends the containers that a killed daemon left running. Nobody holds their other end any more, and a daemon that
 * starts would wait ten seconds for each to end by itself.
 * @param run the daemon's folder, which their shims name on their command lines
 */
export const endOrphans = async (run: string): Promise<void> => {
  const address = join(run, 'exec/containerd/containerd.sock');
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const words = (await read(`/proc/${name}/cmdline`)).split('\0');
    if (!(words[0] ?? '').includes('containerd-shim') || !words.includes(address)) continue;
    // A container's first process is a child of its shim, and takes all others with it.
    for (const child of (await read(`/proc/${name}/task/${name}/children`)).split(' ')) end(Number(child));
  }
};

/** What is in a file of a process, or nothing when it has just ended. */
const read = async (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const end = (pid: number): void => {
  if (!(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was faster.
  }
};
