import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { createActivities } from '../activities/index.ts';
import { forgetExpiredKeys } from '../idempotency/sweep.ts';
import { reconcile } from '../reconciler/reconciler.ts';
import { queuesOf } from '../temporal/queues.ts';
import { registerSearchAttributes } from '../temporal/register.ts';
import { createCaseReader } from '../vault/reader.ts';
import { prepareCheckpoints } from './checkpoints.ts';
import type { WorkerParts } from './parts.ts';
import type { Role } from './role.ts';

/** Workflows and their light activities, and the reconciler. Any number of these. */
export const createStepsRole = async (parts: WorkerParts): Promise<Role> => {
  const { config, client, db, ledger, vaultRing } = parts;
  await registerSearchAttributes(client, config.TEMPORAL_NAMESPACE);
  const activities = createActivities({
    db,
    ledger,
    openCase: createCaseReader(db, vaultRing),
    egressAllow: config.EGRESS_ALLOW,
  });
  const worker = await Worker.create({
    ...parts.options,
    taskQueue: queuesOf(config.TEMPORAL_TASK_QUEUE).steps,
    activities: { ...activities.steps, failRun: activities.failRun, ...(await prepareCheckpoints(parts)) },
  });
  const stopping = new AbortController();
  const reconciling = reconcileUntil(stopping.signal, parts);
  return {
    workers: [worker],
    close: async () => {
      stopping.abort();
      await reconciling;
    },
  };
};

const reconcileUntil = async (signal: AbortSignal, parts: WorkerParts): Promise<void> => {
  const { config, log } = parts;
  while (!signal.aborted) {
    try {
      await reconcile({
        ...parts,
        taskQueue: queuesOf(config.TEMPORAL_TASK_QUEUE).steps,
        graceMs: config.RECONCILE_GRACE_MS,
        report: ({ run_id, outcome, error }) => {
          if (error !== undefined) log.warn({ run_id, error }, 'a run could not be reconciled');
          else if (outcome !== 'in order') log.info({ run_id, outcome }, 'a run was reconciled');
        },
      });
      await forgetExpiredKeys(parts.db);
    } catch (error) {
      log.warn({ error }, 'a pass of the reconciler failed');
    }
    await sleep(config.RECONCILE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
};
