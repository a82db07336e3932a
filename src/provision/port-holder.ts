import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LISTENING = '0A';

/** Returns the process that is listening on a TCP port, such as "node (pid 4711)"; undefined if that cannot be determined. */
export const portHolder = async (port: number): Promise<string | undefined> => {
  try {
    return process.platform === 'linux' ? await fromProc(port) : await fromLsof(port);
  } catch {
    return undefined;
  }
};

const fromProc = async (port: number): Promise<string | undefined> => {
  const sockets = await listeningSockets(port);
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // The descriptors of other users' processes cannot be read, so those processes cannot be identified.
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      if (sockets.has(target)) return `${(await readFile(`/proc/${pid}/comm`, 'utf8')).trim()} (pid ${pid})`;
    }
  }
  return undefined;
};

/**
 * Lists the inodes of sockets listening on a port. According to proc(5), in /proc/net/tcp the local address is field 2 (hex
 * IP:port), the state is field 4 and the inode is field 10.
 */
const listeningSockets = async (port: number): Promise<ReadonlySet<string>> => {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)));
  const found = rows.filter((fields) => fields[1]?.endsWith(suffix) && fields[3] === LISTENING);
  return new Set(found.map((fields) => `socket:[${fields[9]}]`));
};

const fromLsof = async (port: number): Promise<string | undefined> => {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
  const pid = /^p(\d+)/m.exec(stdout)?.[1];
  return pid === undefined ? undefined : `${/^c(.+)/m.exec(stdout)?.[1] ?? 'a process'} (pid ${pid})`;
};
