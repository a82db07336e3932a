import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { createPool } from '../../src/store/db/client.ts';
import { newId } from '../../src/ids.ts';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { createProgress } from '../../src/process/progress.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { BOUNDS, containerSpec, type Runtime } from '../../src/sandbox/container-spec.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { createLeaseStore, createSandboxHost, type SandboxHost } from '../../src/sandbox/index.ts';
import { openBenchDatabase } from './database.ts';

const SECCOMP = readFileSync(new URL('../../images/sandbox/seccomp.json', import.meta.url), 'utf8');

export interface SandboxBench {
  readonly docker: Docker;
  /** The container engine's address. */
  readonly dockerHost: string;
  readonly image: string;
  readonly host: SandboxHost;
  /** Waits until the pool is full and no container is starting or ending. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a sandbox host on this machine's container engine with the python image and the requested number of ready sandboxes. */
export const openSandboxBench = async (
  runtime: Runtime,
  ready: { readonly python: number; readonly data: number },
): Promise<SandboxBench> => {
  const progress = createProgress(process.stderr);
  const engine = await ensureContainerEngine(progress, { env: process.env });
  if ('off' in engine) throw new Error(engine.off);
  if (!engine.runtimes.includes(runtime)) throw new Error(`this engine has no runtime ${runtime}`);
  const docker = connectContainerEngine(engine.host);
  const images = createImages({ docker, settings: imageSettings(process.env) });
  const image = await progress.step('Sandbox image', async (report) => images.ensure('python', report));
  const database = await openBenchDatabase();
  const pool = createPool(database.url);
  const host = createSandboxHost({
    docker,
    runtime,
    image: async () => image,
    seccomp: SECCOMP,
    installation: newId('act'),
    leases: createLeaseStore({ pool, host: 'bench', owner: newId('act'), ttlMs: 600_000 }),
    log: { info: () => undefined, warn: (fields, message) => console.error(message, fields) },
    pool: {
      depth: {
        python: { min: ready.python, max: ready.python },
        data: { min: ready.data, max: ready.data },
        bash: { min: 0, max: 0 },
      },
      maxContainers: 32,
      concurrentStarts: 2,
    },
  });
  const settle = async (): Promise<void> => {
    for (;;) {
      const { containers, profiles } = host.stats();
      const full = profiles.reduce((sum, profile) => sum + profile.ready, 0);
      if (full === ready.python + ready.data && containers === full) return;
      await sleep(10);
    }
  };
  return {
    docker,
    dockerHost: engine.host,
    image,
    host,
    settle,
    close: async () => {
      await host.close();
      await pool.end();
      await database.close();
      await engine.stop?.();
    },
  };
};

/**
 * Runs a program without a pool, in a locked-down container of the same image that is started through the container engine's API.
 * @returns its complete output after it has exited; the container is removed afterwards
 */
export const runCold = async (
  { docker, image }: SandboxBench,
  runtime: Runtime,
  code: string,
): Promise<{ readonly output: string; readonly ms: number }> => {
  const wish = { sandboxId: newId('sbx'), installation: 'cold', image, profile: 'python', runtime } as const;
  const spec = containerSpec({ ...wish, seccomp: SECCOMP, bounds: BOUNDS.python });
  const begun = performance.now();
  const container = await docker.createContainer({
    ...spec,
    Entrypoint: ['/usr/bin/python3', '-c', code],
    Cmd: [],
    User: '10001:10001',
    HostConfig: { ...spec.HostConfig, CapAdd: [], AutoRemove: false },
  });
  try {
    const stream = await container.attach({ stream: true, stdout: true, stderr: true });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    docker.modem.demuxStream(stream, stdout, stderr);
    stream.once('end', () => stdout.end());
    const ended = container.wait({ condition: 'next-exit' });
    await container.start();
    const [output] = await Promise.all([text(stdout), ended]);
    return { output, ms: performance.now() - begun };
  } finally {
    await container.remove({ force: true });
  }
};
