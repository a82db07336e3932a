import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectContainerEngine } from '../sandbox/connect.ts';
import { endOrphans } from './docker-orphans.ts';
import { findProgram } from './docker-programs.ts';
import { hasCode } from '../process/system-error.ts';
import { fullDisk, ProvisionError } from './problem.ts';
import { lastLines } from './processes.ts';

/** Folders of our own container engine. */
export interface DaemonFolders {
  /**
   * Folder for sockets, pid files and the state of running containers. Its path must be short, because a socket's path has at
   * most 107 bytes.
   */
  readonly run: string;
  /** Folder for images. It is kept between starts, so that images are built only once. */
  readonly data: string;
}

const execute = promisify(execFile);

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const STUCK_STOP_WITHIN_MS = 5_000;
const PING_MS = 5_000;

export const hostOf = ({ run }: DaemonFolders): string => `unix://${join(run, 'docker.sock')}`;
const pidFile = ({ run }: DaemonFolders): string => join(run, 'docker.pid');
const configFile = ({ run }: DaemonFolders): string => join(run, 'daemon.json');
const logFile = ({ run }: DaemonFolders): string => join(run, 'dockerd.log');

/** Makes gVisor run without a hypervisor, a network stack or its own control groups. */
const RUNSC_ARGUMENTS = ['--platform=ptrace', '--network=none', '--ignore-cgroups'];

const settings = async (folders: DaemonFolders): Promise<object> => {
  const runsc = await findProgram('runsc');
  return {
    hosts: [hostOf(folders)],
    pidfile: pidFile(folders),
    'exec-root': join(folders.run, 'exec'),
    'data-root': folders.data,
    // Sandboxes do not have a network and builds use the machine's own, so no bridge is needed and the firewall remains
    // unchanged.
    bridge: 'none',
    iptables: false,
    ip6tables: false,
    'ip-forward': false,
    'ip-masq': false,
    'userland-proxy': false,
    'shutdown-timeout': 2,
    'log-level': 'warn',
    ...(runsc === undefined ? {} : { runtimes: { runsc: { path: runsc, runtimeArgs: RUNSC_ARGUMENTS } } }),
  };
};

/** Returns whether a container engine responds at an address. */
export const answers = async (host: string): Promise<boolean> =>
  connectContainerEngine(host, PING_MS)
    .ping()
    .then(
      () => true,
      () => false,
    );

/** Returns our daemon's pid, if the daemon is running and its pid has not been reused by another process. */
export const daemonPid = (folders: DaemonFolders): number | undefined =>
  pidRunning(pidFile(folders), configFile(folders));

const pidRunning = (file: string, sign: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (!(pid > 1)) return undefined;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(sign) ? pid : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Starts dockerd detached from this process, so that it keeps running if a second service uses it. First removes the pid files of
 * a killed daemon, because dockerd would refuse to start if their pids now belong to other processes.
 * @throws ProvisionError when it does not come up
 */
export const startDaemon = async (folders: DaemonFolders): Promise<void> => {
  const dockerd = await findProgram('dockerd');
  if (dockerd === undefined) throw new ProvisionError('dockerd is not installed.', 'Install docker.io.');
  const stuck = daemonPid(folders);
  if (stuck !== undefined) await endDaemon(folders, STUCK_STOP_WITHIN_MS);
  await endOrphans(folders.run);
  // A new daemon would mount its folder over a killed daemon's mounts, and could then neither see nor remove their content.
  await releaseMounts(folders);
  await rm(pidFile(folders), { force: true });
  const containerd = join(folders.run, 'exec/containerd/containerd.pid');
  if (pidRunning(containerd, 'containerd') === undefined) await rm(containerd, { force: true });
  try {
    await mkdir(folders.run, { recursive: true, mode: 0o711 });
    await mkdir(folders.data, { recursive: true, mode: 0o711 });
    await writeFile(configFile(folders), JSON.stringify(await settings(folders), null, 2));
  } catch (error) {
    throw hasCode(error, 'ENOSPC') ? fullDisk(folders.data) : error;
  }
  const log = openSync(logFile(folders), 'w', 0o600);
  const daemon = spawn(dockerd, ['--config-file', configFile(folders)], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  closeSync(log);
  daemon.unref();
  let ended: string | undefined;
  daemon.once('error', (error) => (ended = error.message));
  daemon.once('exit', (code, signal) => (ended = `it ended with ${signal ?? `exit code ${code}`}`));
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(hostOf(folders)))) {
    if (Date.now() > deadline) ended ??= `it did not respond within ${READY_WITHIN_MS / 1000} s`;
    if (ended !== undefined) {
      throw new ProvisionError(
        `dockerd did not start: ${ended}.`,
        `${logFile(folders)} ends with:\n${lastLines(logFile(folders))}`,
      );
    }
    await sleep(50);
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
