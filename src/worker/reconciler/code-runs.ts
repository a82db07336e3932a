import { forgetStart, overdueStarts } from '../../runs/code/code-runs.ts';
import { startCodeRun } from '../../runs/code/start.ts';
import { queuesOf } from '../../temporal/queues.ts';
import type { WorkerParts } from '../parts.ts';
import type { CodeRunInput } from '../../runs/code/workflow.ts';
import { sweepEvery } from './sweep.ts';

const EVERY_MS = 5_000;

/**
 * Starts code runs whose workflow was never started because the API or Temporal was unavailable at the time. Their code is no
 * longer run; only their rows are completed.
 */
export const sweepLateRuns = (parts: WorkerParts): { readonly close: () => void } => {
  const { db, client, config, log } = parts;
  const taskQueue = queuesOf(config.TEMPORAL_TASK_QUEUE).sandboxes;
  const sweep = async (): Promise<void> => {
    for (const start of await overdueStarts(db)) {
      const input: CodeRunInput = { ...(start as CodeRunInput), late: true };
      await startCodeRun(client, { taskQueue, delayMs: 0, input });
      await forgetStart(db, input.ledger_ref);
      log.info({ ledger_ref: input.ledger_ref }, 'overdue code run started');
    }
  };
  return sweepEvery(EVERY_MS, sweep, (error) =>
    log.warn({ error }, 'late code runs could not be reconciled'),
  );
};
