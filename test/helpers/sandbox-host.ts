import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type Docker from 'dockerode';
import { inject } from 'vitest';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { LABEL_INSTALLATION, type Runtime } from '../../src/sandbox/container-spec.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import {
  createLeaseStore,
  createSandboxHost,
  type LeaseStore,
  type OpenOptions,
  type RunJob,
  type RunOutcome,
  type SandboxHost,
} from '../../src/sandbox/index.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const RUNTIMES: readonly Runtime[] = ['runc', 'runsc'];
export const SECCOMP = readFileSync(new URL('../../images/sandbox/seccomp.json', import.meta.url), 'utf8');
/** Time limit for hooks that may have to build the images first. */
export const FIRST_BUILD_MS = 900_000;

export interface TestHost {
  readonly host: SandboxHost;
  readonly docker: Docker;
  readonly database: TestDatabase;
  readonly leases: LeaseStore;
  readonly installation: string;
  /** Runs a job in a separate sandbox. */
  readonly run: (
    job: Partial<RunJob> & { code: string },
    options?: Partial<OpenOptions>,
  ) => Promise<RunOutcome>;
  /** Returns this installation's containers, in any state. */
  readonly containers: () => Promise<readonly Docker.ContainerInfo[]>;
  readonly close: () => Promise<void>;
}

export interface TestHostOptions {
  readonly runtime?: Runtime;
  readonly depth?: { readonly min: number; readonly max: number };
  readonly maxContainers?: number;
  readonly ttlMs?: number;
  readonly beatMs?: number;
  /** Address of the host's container engine, if it differs from the test run's own. */
  readonly engine?: string;
}

const USES_LIBRARIES = /numpy|pandas|matplotlib/u;

/** Opens a sandbox host on the test run's container engine, with leases in a separate database. */
export const openTestHost = async (options: TestHostOptions = {}): Promise<TestHost> => {
  const docker = connectContainerEngine(inject('dockerHost'));
  const images = createImages({ docker, settings: imageSettings(process.env) });
  const database = await createTestDatabase();
  const installation = `test-${randomBytes(6).toString('hex')}`;
  const owner = `${installation}-1`;
  const leases = createLeaseStore({
    pool: database.pool,
    host: 'here',
    owner,
    ttlMs: options.ttlMs ?? 60_000,
  });
  const depth = options.depth ?? { min: 1, max: 2 };
  const host = createSandboxHost({
    docker: options.engine === undefined ? docker : connectContainerEngine(options.engine, 60_000),
    runtime: options.runtime ?? 'runc',
    image: async (profile) => images.ensure(profile === 'bash' ? 'bash' : 'python'),
    seccomp: SECCOMP,
    installation,
    leases,
    log: { info: () => undefined, warn: () => undefined },
    pool: {
      depth: { python: depth, data: { min: 0, max: 1 }, bash: { min: 0, max: 1 } },
      maxContainers: options.maxContainers ?? 12,
      concurrentStarts: 2,
    },
    ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
  });
  const run: TestHost['run'] = async (job, open = {}) => {
    const profile = USES_LIBRARIES.test(job.code) ? 'data' : 'python';
    const wish = { profile, teamId: 'team_a', run: 'run-test', lifetimeMs: 60_000, ...open } as const;
    const { outcome } = await host.runOnce(wish, { language: 'python', timeoutMs: 10_000, ...job });
    return outcome;
  };
  const containers = async (): Promise<readonly Docker.ContainerInfo[]> =>
    docker.listContainers({ all: true, filters: { label: [`${LABEL_INSTALLATION}=${installation}`] } });
  return {
    host,
    docker,
    database,
    leases,
    installation,
    run,
    containers,
    close: async () => {
      await host.close();
      await database.close();
    },
  };
};
