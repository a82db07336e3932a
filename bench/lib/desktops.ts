import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { createPool } from '../../src/store/db/client.ts';
import { createDesktopLeases, type Desktop, DesktopHost } from '../../src/desktop/index.ts';
import { newId } from '../../src/ids.ts';
import { ensureContainerEngine } from '../../src/provision/docker.ts';
import { createProgress } from '../../src/process/progress.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { LABEL_INSTALLATION } from '../../src/sandbox/container-spec.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { openBenchDatabase } from './database.ts';

export interface DesktopBench {
  readonly docker: Docker;
  /** Returns a separate host on the container engine, with a number of desktops to keep ready and a maximum. */
  readonly host: (ready: number, max: number) => DesktopHost;
  readonly open: (host: DesktopHost) => Promise<Desktop>;
  /** Returns the memory use of the desktop's control group, without file pages that could be dropped. */
  readonly memoryMb: (desktop: Desktop) => Promise<number>;
  /** Counts the bench's containers in any state. */
  readonly containers: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export const PAGE_URL = 'http://bench.test/';

/** Replaces a desktop's fence with a server that responds to every request with a page, until this process ends. */
export const servePage = async (desktop: Desktop, page: string): Promise<void> => {
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => {
    site.listen(desktop.egressSocket, resolve);
  });
  site.unref();
  await chmod(desktop.egressSocket, 0o666);
};

const BEYOND_ANY_BENCH_MS = 3_600_000;

/** Sets up the container engine, image and database for a desktop bench. */
export const openDesktopBench = async (): Promise<DesktopBench> => {
  const progress = createProgress(process.stderr);
  const engine = await ensureContainerEngine(progress, { env: process.env });
  if ('off' in engine) throw new Error(engine.off);
  const docker = connectContainerEngine(engine.host);
  const images = createImages({ docker, settings: imageSettings(process.env) });
  const image = await progress.step('Desktop image', async (report) => images.ensure('desktop', report));
  const database = await openBenchDatabase();
  const pool = createPool(database.url);
  const sockets = await mkdtemp(join(tmpdir(), 'desktops-'));
  const seccomp = await readFile(new URL('../../images/desktop/seccomp.json', import.meta.url), 'utf8');
  const installation = newId('act');
  const ours = { all: true, filters: { label: [`${LABEL_INSTALLATION}=${installation}`] } };
  return {
    docker,
    host: (ready, max) =>
      new DesktopHost({
        docker,
        image: async () => image,
        seccomp,
        installation,
        leases: createDesktopLeases({
          pool,
          host: 'bench',
          owner: newId('act'),
          ttlMs: BEYOND_ANY_BENCH_MS,
        }),
        log: { info: () => undefined, warn: (fields, message) => console.error(message, fields) },
        sockets,
        ready,
        max,
      }),
    open: async (host) =>
      host.open({
        teamId: 'team_bench',
        run: newId('op'),
        lifetimeMs: BEYOND_ANY_BENCH_MS,
        waitMs: 60_000,
      }),
    memoryMb: async (desktop) => {
      const { memory_stats: memory } = await docker.getContainer(desktop.id).stats({ stream: false });
      return Math.round((memory.usage - (memory.stats.total_inactive_file ?? 0)) / 1024 / 1024);
    },
    containers: async () => (await docker.listContainers(ours)).length,
    close: async () => {
      await pool.end();
      await database.close();
      await rm(sockets, { recursive: true, force: true });
      await engine.stop?.();
    },
  };
};
