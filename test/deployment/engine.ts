import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DaemonFolders } from '../../src/provision/daemon-folders.ts';
import { configFile, hostOf, logFile, pidFile } from '../../src/provision/daemon-folders.ts';
import { answers } from '../../src/provision/docker-daemon.ts';
import { endDaemon, releaseMounts } from '../../src/provision/end-docker-daemon.ts';
import { endShims } from '../../src/provision/docker-orphans.ts';
import { lastLines } from '../../src/provision/until-ready.ts';
import { takeLock } from '../../src/process/lock.ts';
import { command } from './commands.ts';
import type { OwnNetwork } from './network.ts';

export interface TestEngine {
  readonly host: string;
  readonly run: string;
  readonly end: () => Promise<void>;
}

const RUN = '/run/pramaan-compose';
/** Images are kept between runs, because building them takes minutes. */
const DATA = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'compose-docker');
/** Removes what a killed run left behind; on this engine, everything but images comes from this test. */
const CLEAN_UP =
  'docker ps -aq | xargs -r docker rm -fv; docker volume ls -q | xargs -r docker volume rm; docker network prune -f';
const READY_WITHIN_MS = 60_000;

/** Builds use the machine's own network, so this engine needs none and leaves the machine's as it is. */
const FOR_BUILDS = { bridge: 'none', iptables: false, 'ip-forward': false, 'ip-masq': false };
const FOR_COMPOSE = { bip: '10.251.0.1/24', 'default-address-pools': [{ base: '10.252.0.0/16', size: 24 }] };

/**
 * Starts a container engine with its own socket, images and settings.
 * @param network where its containers run; without one, it can only build images
 */
export const startEngine = async (network?: OwnNetwork): Promise<TestEngine> => {
  await mkdir(DATA, { recursive: true, mode: 0o711 });
  const lock = await takeLock(`${DATA}.lock`);
  if ('pid' in lock) throw new Error(`Process ${lock.pid} already tests the compose file on this machine.`);
  const folders: DaemonFolders = { run: RUN, data: DATA };
  const clear = async (): Promise<void> => {
    await endDaemon(folders);
    await endShims(folders.run);
    await releaseMounts(folders);
    await rm(folders.run, { recursive: true, force: true });
  };
  // A run that was killed leaves its engine behind.
  await clear();
  await mkdir(folders.run, { mode: 0o711 });
  const settings = {
    hosts: [hostOf(folders)],
    pidfile: pidFile(folders),
    'exec-root': join(folders.run, 'exec'),
    'data-root': folders.data,
    'shutdown-timeout': 5,
    'log-level': 'warn',
    ipv6: false,
    ip6tables: false,
    ...(network === undefined ? FOR_BUILDS : FOR_COMPOSE),
  };
  await writeFile(configFile(folders), JSON.stringify(settings));
  const words = ['dockerd', '--config-file', configFile(folders)] as const;
  const [program, ...args] = network === undefined ? words : network.inside(words);
  const log = openSync(logFile(folders), 'w', 0o600);
  const daemon = spawn(program, args, { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  daemon.unref();
  let ended: string | undefined;
  daemon.once('error', (error) => (ended = error.message));
  daemon.once('exit', (code, signal) => (ended = `it ended with ${signal ?? `exit code ${code}`}`));
  const end = async (): Promise<void> => {
    await clear();
    await lock.release();
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(hostOf(folders)))) {
    if (Date.now() > deadline) ended ??= `it did not respond within ${READY_WITHIN_MS / 1000} s`;
    if (ended !== undefined) {
      const said = lastLines(logFile(folders));
      await end();
      throw new Error(`The container engine did not start: ${ended}.\n${said}`);
    }
    await sleep(50);
  }
  await command(['sh', '-c', CLEAN_UP], { env: { ...process.env, DOCKER_HOST: hostOf(folders) } });
  return { host: hostOf(folders), run: folders.run, end };
};
