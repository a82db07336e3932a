import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectContainerEngine } from '../sandbox/connect.ts';
import { endOrphans } from './docker-orphans.ts';
import { findProgram } from './docker-programs.ts';
import { hasCode } from '../process/system-error.ts';
import { fullDisk, ProvisionError } from './problem.ts';
import { lastLines } from './until-ready.ts';
import {
  daemonPid,
  endDaemon,
  pidRunning,
  releaseMounts,
  STUCK_STOP_WITHIN_MS,
} from './end-docker-daemon.ts';
import { pidFile, logFile, hostOf, configFile, type DaemonFolders } from './daemon-folders.ts';

const READY_WITHIN_MS = 60_000;
const PING_MS = 5_000;

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
