import type { CreatedOperatorRun } from '../operators/create.ts';
import { markOperatorStarted, unsettledOperatorRuns } from '../operators/unstarted.ts';
import { cancelOperatorRun, startOperatorRun } from '../temporal/operator-runs.ts';
import type { WorkerParts } from './parts.ts';

const EVERY_MS = 3_000;
const OLDER_THAN_MS = 5_000;
const PATIENCE_MS = 5_000;

/** Tells the engine of operator runs, and of cancellations, that it could not be told of when they came. */
export const sweepLateOperators = (parts: WorkerParts): { readonly close: () => void } => {
  const { db, client, config, log } = parts;
  let busy = false;
  const sweep = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      for (const run of await unsettledOperatorRuns(db, OLDER_THAN_MS)) {
        if (!run.started) {
          const input = run.input as CreatedOperatorRun;
          await startOperatorRun(client, {
            taskQueue: config.TEMPORAL_TASK_QUEUE,
            input,
            deadlineMs: PATIENCE_MS,
          });
          await markOperatorStarted(db, run.id);
          log.info({ run_id: run.id }, 'the engine has taken an operator run late');
        }
        if (run.cancel) await cancelOperatorRun(client, run.id, PATIENCE_MS);
      }
    } catch (error) {
      log.warn({ error }, 'late operator runs could not be looked after');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void sweep(), EVERY_MS);
  return { close: () => clearInterval(timer) };
};
