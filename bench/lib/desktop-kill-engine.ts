import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type Docker from 'dockerode';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { daemonPid } from '../../src/provision/end-docker-daemon.ts';
import { hostOf } from '../../src/provision/daemon-folders.ts';
import { shareContainerEngine } from '../../src/provision/docker-own.ts';
import type { Progress } from '../../src/process/progress.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages, IMAGE_NAMES } from '../../src/sandbox/images.ts';
import { followStream } from '../../src/sandbox/image-stream.ts';

export interface KillTemporal {
  readonly host: string;
  readonly docker: Docker;
  /** Sends SIGKILL to the daemon, which is then restarted like a service's own daemon. Resolves when it responds. */
  readonly kill: () => Promise<void>;
  /** Stops the daemon. @returns the number of its leftover processes and mounts */
  readonly close: () => Promise<number>;
}

/** Starts a container engine for the bench only. Copies its images from the usual engine, or builds them. */
export const startKillTemporal = async (progress: Progress): Promise<KillTemporal> => {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const run = await mkdtemp('/run/pramaan-kills-');
  const folders = { run, data: join(cache, 'pramaan', 'docker-kills') };
  const host = hostOf(folders);
  const stop = await progress.step('Starting a container engine to kill', (report) =>
    shareContainerEngine(folders, progress, report),
  );
  const docker = connectContainerEngine(host);
  await progress.step('Its images', async (report) => takeImages(docker, progress, report));
  return {
    host,
    docker,
    kill: async () => {
      const pid = daemonPid(folders);
      if (pid === undefined) throw new Error('there is no daemon to kill');
      process.kill(pid, 'SIGKILL');
      while (daemonPid(folders) === pid) await pause();
      while (!(await isUp(docker))) await pause();
    },
    close: async () => {
      await stop();
      const left = (await processesOf(run)) + (await mountsBelow([run, folders.data]));
      await rm(run, { recursive: true, force: true });
      return left;
    },
  };
};

const pause = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

const isUp = async (docker: Docker): Promise<boolean> =>
  docker.ping().then(
    () => true,
    () => false,
  );

const takeImages = async (
  docker: Docker,
  progress: Progress,
  report: (line: string) => void,
): Promise<void> => {
  const settings = imageSettings(process.env);
  const images = createImages({ docker, settings });
  const missing: string[] = [];
  for (const name of IMAGE_NAMES) {
    if ((await images.find(name)) === undefined) missing.push(await images.tag(name));
  }
  const usual =
    missing.length === 0 ? { off: '' } : await ensureContainerEngine(progress, { env: process.env });
  if (!('off' in usual)) {
    const theirs = connectContainerEngine(usual.host);
    const there = (await theirs.listImages()).flatMap(({ RepoTags }) => RepoTags ?? []);
    for (const tag of missing.filter((one) => there.includes(one))) {
      report(tag);
      const answer = await docker.loadImage(await theirs.getImage(tag).get());
      await followStream(answer, () => undefined);
    }
    await usual.stop?.();
  }
  for (const name of IMAGE_NAMES) await images.ensure(name, report);
};

/** Counts the processes whose command line mentions one of the engine's folders. */
const processesOf = async (run: string): Promise<number> => {
  const child = execFile('ps', ['-eo', 'args']);
  let listed = '';
  child.stdout?.on('data', (text: string) => (listed += text));
  await once(child, 'close');
  return listed.split('\n').filter((line) => line.includes(run)).length;
};

const mountsBelow = async (folders: readonly string[]): Promise<number> => {
  const table = await readFile('/proc/self/mountinfo', 'utf8');
  const points = table.split('\n').map((line) => line.split(' ')[4] ?? '');
  return points.filter((point) => folders.some((folder) => point.startsWith(`${folder}/`))).length;
};
