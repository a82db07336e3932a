import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { takeLock } from '../../../src/process/lock.ts';
import { configFile, hostOf, logFile, pidFile } from '../../../src/provision/daemon-folders.ts';
import { answers } from '../../../src/provision/docker-daemon.ts';
import { endOrphans, endShims } from '../../../src/provision/docker-orphans.ts';
import { endDaemon } from '../../../src/provision/end-docker-daemon.ts';
import { lastLines } from '../../../src/provision/until-ready.ts';
import { connectContainerEngine } from '../../../src/sandbox/connect.ts';

/** A container engine whose bridges, ports and firewall rules are in a network namespace of its own. */
export interface IsolatedEngine {
  readonly host: string;
  readonly docker: Docker;
  /** The daemon's pid. Programs enter its namespaces through it. */
  readonly pid: number;
  /** Folder for the sockets of those programs. */
  readonly run: string;
  /** The group that may use the engine's socket. */
  readonly group: number;
  readonly stop: () => Promise<void>;
}

const READY_WITHIN_MS = 60_000;
/** Where docker-compose.yml expects the desktops' sockets. */
const DESKTOPS = '/var/lib/pramaan';

/**
 * Runs in the new namespaces. The engine's socket has the path at which docker-compose.yml expects it, but only there, and
 * the folder for desktops is a file system that ends with the namespace.
 */
const ENTER = `set -eu
ip link set lo up
mount -t tmpfs tmpfs ${DESKTOPS}
mkdir ${DESKTOPS}/desktops
chown 10001 ${DESKTOPS}/desktops
mount -t tmpfs tmpfs /run
exec dockerd --config-file "$1"`;

const RUN = '/var/tmp/pramaan-compose';
const FOLDERS = {
  run: RUN,
  data: join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'compose-engine'),
};

const takeTurn = async () => {
  for (;;) {
    const lock = await takeLock(`${RUN}.lock`);
    if ('release' in lock) return lock;
    await sleep(1_000);
  }
};

/**
 * Starts a container engine in a network namespace and a mount namespace that end with it. It keeps its images for the next
 * run; everything else is removed when it stops. Test runs on the same machine use it one after the other.
 */
export const startIsolatedEngine = async (): Promise<IsolatedEngine> => {
  const turn = await takeTurn();
  // A run that was killed can leave an engine behind.
  await endDaemon(FOLDERS);
  await endOrphans(RUN);
  await rm(RUN, { recursive: true, force: true });
  await mkdir(RUN, { recursive: true, mode: 0o711 });
  await mkdir(FOLDERS.data, { recursive: true, mode: 0o711 });
  await mkdir(DESKTOPS, { recursive: true });
  const host = hostOf(FOLDERS);
  const settings = {
    hosts: [host, 'unix:///run/docker.sock'],
    pidfile: pidFile(FOLDERS),
    'exec-root': join(RUN, 'exec'),
    'data-root': FOLDERS.data,
    bridge: 'none',
    'log-level': 'warn',
    'shutdown-timeout': 2,
  };
  await writeFile(configFile(FOLDERS), JSON.stringify(settings));
  const log = openSync(logFile(FOLDERS), 'w', 0o600);
  const command = ['--net', '--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'enter'];
  const child = spawn('unshare', [...command, configFile(FOLDERS)], { stdio: ['ignore', log, log] });
  closeSync(log);
  let ended = false;
  child.once('exit', () => (ended = true));
  const stop = async (): Promise<void> => {
    await endDaemon(FOLDERS);
    await endShims(RUN);
    await rm(RUN, { recursive: true, force: true });
    // Another installation on this machine may use the folder.
    await rmdir(DESKTOPS).catch(() => undefined);
    await turn.release();
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(host))) {
    if (ended || Date.now() > deadline) {
      const said = lastLines(logFile(FOLDERS));
      await stop();
      throw new Error(`dockerd did not start in a network namespace:\n${said}`);
    }
    await sleep(100);
  }
  const docker = connectContainerEngine(host);
  await removeLeftovers(docker);
  const { gid } = await stat(host.slice('unix://'.length));
  return { host, docker, pid: child.pid!, run: RUN, group: gid, stop };
};

/** Removes what a killed run left in the engine's data. */
const removeLeftovers = async (docker: Docker): Promise<void> => {
  for (const { Id } of await docker.listContainers({ all: true })) {
    await docker.getContainer(Id).remove({ force: true, v: true });
  }
  await docker.pruneNetworks();
  const { Volumes } = await docker.listVolumes();
  for (const { Name } of Volumes) await docker.getVolume(Name).remove({ force: true });
};

/** Copies images from one engine to another, unless it has them. */
export const copyImages = async (from: Docker, to: Docker, tags: readonly string[]): Promise<void> => {
  for (const tag of tags) {
    const { Id } = await from.getImage(tag).inspect();
    const there = await to
      .getImage(tag)
      .inspect()
      .catch(() => undefined);
    if (there?.Id === Id) continue;
    const answer = await to.loadImage(await from.getImage(tag).get());
    answer.resume();
    await new Promise((resolve, reject) => answer.once('end', resolve).once('error', reject));
  }
};
