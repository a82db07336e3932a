import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Ends containers that are still running after their daemon was killed. Nobody can use them any more, and a new daemon would wait
 * ten seconds for each of them to end.
 * @param run the daemon's folder, which appears in its shims' command lines
 */
export const endOrphans = async (run: string): Promise<void> => {
  for (const shim of await shimsOf(run)) {
    // A container's first process is a child of its shim. When it ends, all of the container's other processes end too.
    for (const child of (await read(`/proc/${shim}/task/${shim}/children`)).split(' ')) end(Number(child));
  }
};

/**
 * Ends a daemon's remaining shims after it has stopped for good. A daemon that was killed leaves behind shims without a
 * container.
 */
export const endShims = async (run: string): Promise<void> => {
  await endOrphans(run);
  for (const shim of await shimsOf(run)) end(shim);
};

/** Returns the pids of this daemon's shims, each of which is the parent of one container. */
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

/** Reads one of a process's files. Returns an empty string if the process has just ended. */
const read = async (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const end = (pid: number): void => {
  if (!(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
};
