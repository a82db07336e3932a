import { homedir } from 'node:os';
import { join } from 'node:path';
import { connectContainerEngine } from '../sandbox/connect.ts';
import { cannotInstall } from './apt.ts';
import { answers } from './docker-daemon.ts';
import { daemonPid } from './end-docker-daemon.ts';
import { hostOf, type DaemonFolders } from './daemon-folders.ts';
import { shareContainerEngine } from './docker-own.ts';
import { installContainerEngine } from './docker-programs.ts';
import { explain } from './problem.ts';
import type { Progress } from '../process/progress.ts';

/** A container engine that runs sandboxes. */
export interface ContainerEngine {
  /** Address, in the same form as DOCKER_HOST. */
  readonly host: string;
  /** The names of its container runtimes, such as `runc` and `runsc`. */
  readonly runtimes: readonly string[];
  /** Stops the engine; absent if it was already running before. */
  stop?(): Promise<void>;
}

/** Reports that there is no container engine. The message says why, which features are off, and how to fix this. */
export interface NoContainerEngine {
  readonly off: string;
}

export interface ContainerEngineOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Folders for our own engine; by default, all services on the machine share one engine. */
  readonly folders?: DaemonFolders;
}

const SYSTEM_HOST = 'unix:///var/run/docker.sock';

/** Describes which features are off without a container engine. */
const OFF = 'Code execution is off: POST /v1/run returns 503, and verticals run only with mode "simulate".';

const defaultFolders = (env: NodeJS.ProcessEnv): DaemonFolders => ({
  run: '/run/pramaan',
  data: join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'docker'),
});

const runtimesOf = async (host: string): Promise<readonly string[]> => {
  const { Runtimes } = (await connectContainerEngine(host, 10_000).info()) as { readonly Runtimes?: object };
  return Object.keys(Runtimes ?? {}).toSorted();
};

/**
 * Returns a container engine for sandboxes: the one in DOCKER_HOST, or else the system's, or else our own, which is installed
 * first if this process is root on Debian. Our own engine has its own socket, images and settings, and does not touch the
 * system's engine, firewall or network.
 */
export const ensureContainerEngine = async (
  progress: Progress,
  options: ContainerEngineOptions,
): Promise<ContainerEngine | NoContainerEngine> => {
  try {
    return await findContainerEngine(progress, options);
  } catch (error) {
    return { off: `${OFF}\n${explain(error)}` };
  }
};

const findContainerEngine = async (
  progress: Progress,
  { env, folders = defaultFolders(env) }: ContainerEngineOptions,
): Promise<ContainerEngine | NoContainerEngine> => {
  const given = env['DOCKER_HOST'] ?? '';
  if (given !== '') {
    if (await answers(given)) return { host: given, runtimes: await runtimesOf(given) };
    return { off: `${OFF}\nNo container engine responds at DOCKER_HOST. Start it, or unset DOCKER_HOST.` };
  }
  if (await answers(SYSTEM_HOST)) return { host: SYSTEM_HOST, runtimes: await runtimesOf(SYSTEM_HOST) };

  const cannot = await cannotInstall();
  if (cannot !== undefined) {
    return {
      off:
        `${OFF}\nNo container engine responds at ${SYSTEM_HOST}, and none can be started here because ${cannot}. ` +
        'Start Docker, or set DOCKER_HOST to a container engine that this user may use, then start again.',
    };
  }
  await installContainerEngine(progress, env);
  // On machines with an init system, installing the package also starts the system's engine.
  if (await answers(SYSTEM_HOST)) return { host: SYSTEM_HOST, runtimes: await runtimesOf(SYSTEM_HOST) };
  const host = hostOf(folders);
  const name =
    daemonPid(folders) === undefined
      ? 'Starting a container engine (dockerd)'
      : 'Joining the container engine';
  const stop = await progress.step(name, (report) => shareContainerEngine(folders, progress, report));
  return { host, runtimes: await runtimesOf(host), stop };
};
