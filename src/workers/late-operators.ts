import { endOperator } from '../activities/operator/finish-operator.ts';
import type { OperatorRunInput } from '../activities/operator/types.ts';
import type { DesktopHost } from '../desktop/index.ts';
import type { CreatedOperatorRun } from '../operators/create.ts';
import { markOperatorStarted, runningOperatorRuns, unsettledOperatorRuns } from '../operators/unstarted.ts';
import { cancelOperatorRun, isOperatorRunning, startOperatorRun } from '../temporal/operator-runs.ts';
import type { WorkerParts } from './parts.ts';

const EVERY_MS = 3_000;
const OLDER_THAN_MS = 5_000;
const PATIENCE_MS = 5_000;
/** How often, and from which age on, it is asked whether runs are still held by the engine. */
const ASK_EVERY = 10;
const ASK_AFTER_MS = 60_000;

/**
 * Tells the engine of operator runs, and of cancellations, that it could not be told of when they came; and ends runs
 * whose workflow was ended from outside.
 */
export const sweepLateOperators = (
  parts: WorkerParts,
  desktops: Pick<DesktopHost, 'findByRun'>,
): { readonly close: () => void } => {
  let busy = false;
  let passes = 0;
  const sweep = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    passes += 1;
    try {
      await tellEngine(parts);
      if (passes % ASK_EVERY === 0) await endLost(parts, desktops);
    } catch (error) {
      parts.log.warn({ error }, 'late operator runs could not be looked after');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void sweep(), EVERY_MS);
  return { close: () => clearInterval(timer) };
};

const tellEngine = async ({ db, client, config, log }: WorkerParts): Promise<void> => {
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
};

const endLost = async (
  { db, ledger, client, log }: WorkerParts,
  desktops: Pick<DesktopHost, 'findByRun'>,
): Promise<void> => {
  for (const { id, input } of await runningOperatorRuns(db, ASK_AFTER_MS)) {
    if (await isOperatorRunning(client, id)) continue;
    const end = { success: false, result: 'The run was ended from outside.', ended_by: 'terminated' };
    await desktops.findByRun(id)?.close();
    await endOperator({ db, ledger }, { run: input as OperatorRunInput, end, step: 0 }, { workflow_id: id });
    log.info({ run_id: id }, 'an operator run without a workflow was ended');
  }
};
