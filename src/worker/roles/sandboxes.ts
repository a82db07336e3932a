import { readFile } from 'node:fs/promises';
import { Worker } from '@temporalio/worker';
import { createSandboxAdmission } from '../../activities/code/sandbox-admission.ts';
import { createSandboxActivities } from '../../activities/sandbox.ts';
import { newId } from '../../ids.ts';
import { connectContainerEngine, createLeaseStore, createSandboxHost } from '../../sandbox/index.ts';
import { imageSettings } from '../../sandbox/image-settings.ts';
import { createImages, type ImageName } from '../../sandbox/images.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { openValue } from '../../store/vault/vault.ts';
import { type Condition, createAnnouncer, createLook, NO_ENGINE } from '../announcer.ts';
import { createDesktops } from './desktops.ts';
import { sweepLateOperators } from '../reconciler/operator-runs.ts';
import { sweepLateVideos } from '../reconciler/operator-videos.ts';
import { sweepLateRuns } from '../reconciler/code-runs.ts';
import { sweepLeftSandboxes } from '../reconciler/left-sandboxes.ts';
import { takeHints } from '../hints.ts';
import { installationOf } from '../installation.ts';
import type { WorkerParts } from '../parts.ts';
import type { Role } from './role.ts';

const PING_MS = 3_000;
const PREPARE_AGAIN_MS = 60_000;
/**
 * Maximum number of one team's runs waiting on this host, per sandbox that the host can hold, and maximum number of teams with
 * waiting runs.
 */
const WAITING_PER_SANDBOX = 8;
const TEAMS_WAITING = 8;
const LEASE_TTL_MS = 60_000;
const SECCOMP = new URL('../../../images/sandbox/seccomp.json', import.meta.url);

/**
 * Creates the role that manages the machine's container engine and everything in it. Each container engine has one worker with
 * this role.
 */
export const createSandboxesRole = async (parts: WorkerParts): Promise<Role> => {
  const { config } = parts;
  if (config.DOCKER_HOST === undefined) {
    const off = createAnnouncer(parts, async () => ({ state: 'off', detail: NO_ENGINE }));
    await off.now();
    return { workers: [], close: off.close };
  }
  const images = createImages({
    docker: connectContainerEngine(config.DOCKER_HOST),
    settings: imageSettings(config),
  });
  const probe = connectContainerEngine(config.DOCKER_HOST, PING_MS);
  let condition: Condition = { state: 'preparing', detail: 'Looking for the sandbox images.' };
  let retry: NodeJS.Timeout | undefined;
  const ensure = async (name: ImageName): Promise<string> =>
    images.ensure(name, (howFar) => {
      if (condition.state === 'ready') return;
      condition = { state: 'preparing', detail: `Building the ${name} image: ${howFar}` };
    });
  const sandboxes = createSandboxHost({
    docker: connectContainerEngine(config.DOCKER_HOST, 60_000),
    runtime: config.SANDBOX_RUNTIME,
    image: async (profile) => ensure(profile === 'data' ? 'python' : profile),
    seccomp: await readFile(SECCOMP, 'utf8'),
    installation: installationOf(config),
    leases: createLeaseStore({
      pool: parts.pool,
      host: config.SANDBOX_HOST,
      owner: newId('act'),
      ttlMs: LEASE_TTL_MS,
    }),
    log: parts.log,
    pool: poolOf(config.SANDBOX_MAX),
  });
  const queues = queuesOf(config.TEMPORAL_TASK_QUEUE);
  const activities = createSandboxActivities({
    db: parts.db,
    pool: parts.pool,
    ledger: parts.ledger,
    // Values are not cached, because code is only read once and can be large.
    openValue: async (ref) => openValue(parts.db, parts.vaultRing, ref),
    vaultRing: parts.vaultRing,
    suspensions: parts.suspensions,
    sandboxes,
    open: createSandboxAdmission(sandboxes, {
      waiting: config.SANDBOX_MAX * WAITING_PER_SANDBOX,
      kept: Math.floor(config.SANDBOX_MAX / 2),
    }),
    host: config.SANDBOX_HOST,
    queueOf: queues.sandboxHost,
  });
  // Code images are built first, because a desktop image takes minutes and not every installation uses operators.
  const codeImages = Promise.withResolvers<void>();
  const desktops = await createDesktops(parts, {
    dockerHost: config.DOCKER_HOST,
    image: async () => {
      await codeImages.promise;
      return ensure('desktop');
    },
    queueOf: queues.sandboxHost,
  });
  const { workflowBundle: _, ...activityOptions } = parts.options;
  const slots = config.SANDBOX_MAX * WAITING_PER_SANDBOX * TEAMS_WAITING;
  const workers = [
    // Work waits for a sandbox in this process, where teams take turns, rather than in Temporal, which is first come, first
    // served.
    await Worker.create({
      ...parts.options,
      taskQueue: queues.sandboxes,
      activities: { ...activities, ...desktops.activities },
      maxCachedWorkflows: slots,
      maxConcurrentWorkflowTaskExecutions: slots,
      maxConcurrentLocalActivityExecutions: slots,
      maxConcurrentActivityTaskExecutions: slots,
    }),
    await Worker.create({
      ...activityOptions,
      taskQueue: queues.sandboxHost(config.SANDBOX_HOST),
      activities: { ...activities, ...desktops.activities },
      maxConcurrentActivityTaskExecutions: config.SANDBOX_MAX + config.DESKTOP_MAX * 2,
    }),
  ];
  const hints = takeHints(parts, activities);
  const lateRuns = sweepLateRuns(parts);
  const lateOperators = sweepLateOperators(parts, desktops.desktops);
  const lateVideos = sweepLateVideos(parts);
  const left = sweepLeftSandboxes(parts, sandboxes);
  const look = createLook(probe, sandboxes, () => condition);
  const announcer = createAnnouncer(parts, async () => ({
    ...(await look()),
    view_address: desktops.viewAddress,
  }));
  const prepare = async (): Promise<void> => {
    try {
      await ensure('python');
      await ensure('bash');
      condition = { state: 'ready', detail: 'Sandboxes are ready.' };
      codeImages.resolve();
    } catch (error) {
      condition = { state: 'off', detail: NO_IMAGES };
      parts.log.error({ error }, 'sandbox images could not be built');
      retry = setTimeout(() => void prepare(), PREPARE_AGAIN_MS).unref();
    }
    await announcer.now();
  };
  void prepare();
  await announcer.now();
  return {
    workers,
    close: async () => {
      clearTimeout(retry);
      lateRuns.close();
      lateOperators.close();
      lateVideos.close();
      left.close();
      await hints.close();
      await announcer.close();
      await desktops.close();
      await sandboxes.close();
    },
  };
};

const NO_IMAGES =
  'The images could not be built. The worker retries every minute; its log on this host says why.';

/**
 * Returns the pool's settings. Up to half of the containers may be idle. Python gets most of them, because most code is plain
 * Python.
 */
const poolOf = (most: number) => {
  const half = Math.max(1, Math.floor(most / 2));
  return {
    depth: {
      python: { min: Math.min(2, half), max: half },
      bash: { min: Math.min(1, half), max: half },
      data: { min: most >= 8 ? 1 : 0, max: Math.max(1, Math.floor(half / 2)) },
    },
    maxContainers: most,
    concurrentStarts: 2,
  };
};
