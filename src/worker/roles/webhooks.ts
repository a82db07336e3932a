import { Worker } from '@temporalio/worker';
import { createWebhookActivities } from '../../activities/webhooks/index.ts';
import { parsePinnedHost } from '../../governance/pinned-hosts.ts';
import { KeyRing } from '../../store/crypto/key-ring.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { pinnedNetwork } from '../pinned-network.ts';
import type { WorkerParts } from '../parts.ts';
import { configuredSenders } from './alert-hook.ts';
import { sweepEvery } from '../reconciler/sweep.ts';
import { createWebhookSweep } from '../reconciler/webhooks.ts';

/** Number of endpoints that a worker sends to at a time. A slow receiver takes one of these places, not those of other steps. */
const ENDPOINTS_AT_A_TIME = 100;

/** Creates the worker that delivers events to webhooks, and starts looking for deliveries that are due. */
export const createWebhookSender = async (
  parts: WorkerParts,
): Promise<{ readonly worker: Worker; readonly close: () => void }> => {
  const { config, log, db, ledger, client } = parts;
  const pins = config.WEBHOOK_PINNED.flatMap((entry) => parsePinnedHost(entry) ?? []);
  const { workflowBundle: _, ...activityOptions } = parts.options;
  const worker = await Worker.create({
    ...activityOptions,
    taskQueue: queuesOf(config.TEMPORAL_TASK_QUEUE).webhooks,
    maxConcurrentActivityTaskExecutions: ENDPOINTS_AT_A_TIME,
    activities: createWebhookActivities({
      db,
      ledger,
      ring: new KeyRing(config.ENCRYPTION_KEYS, 'webhooks'),
      network: pinnedNetwork(pins),
      pinned: new Set(pins.map(({ host }) => host)),
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      configured: configuredSenders(config),
      report: ({ webhookId, disabled }) =>
        log.warn({ webhook_id: webhookId, outcome: disabled }, 'webhook disabled'),
    }),
  });
  const sweep = createWebhookSweep({ db, client, taskQueue: config.TEMPORAL_TASK_QUEUE });
  const { close } = sweepEvery(config.RECONCILE_EVERY_MS, sweep, (error) =>
    log.warn({ error }, 'webhooks with pending deliveries could not be started'),
  );
  return { worker, close };
};
