import { endOperator } from '../../activities/operator/finish-operator.ts';
import { byService } from '../../ledger/index.ts';
import type { DesktopHost } from '../../desktop/index.ts';
import {
  endedOperatorRuns,
  markOperatorStarted,
  runningOperatorRuns,
  unsettledOperatorRuns,
} from '../../runs/operator/unstarted.ts';
import { isOperatorRunning, startOperatorRun } from '../../runs/operator/start.ts';
import { cancelWorkflow } from '../../temporal/cancel-workflow.ts';
import type { WorkerParts } from '../parts.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import { sweepEvery } from './sweep.ts';

const OLDER_THAN_MS = 5_000;
const PATIENCE_MS = 5_000;

type Desktops = Pick<DesktopHost, 'atWork'>;

/**
 * Starts operator runs, and passes on cancellations, that could not reach Temporal at first. Also ends runs whose workflow was
 * terminated from outside, and closes their desktops on this host.
 */
export const sweepLateOperators = (
  parts: WorkerParts,
  desktops: Desktops,
): { readonly close: () => void } => {
  const sweep = async (): Promise<void> => {
    await startLate(parts);
    await endLost(parts);
    await closeLeft(parts, desktops);
  };
  return sweepEvery(parts.config.RECONCILE_EVERY_MS, sweep, (error) =>
    parts.log.warn({ error }, 'late operator runs could not be reconciled'),
  );
};

const startLate = async ({ db, client, config, log }: WorkerParts): Promise<void> => {
  for (const run of await unsettledOperatorRuns(db, OLDER_THAN_MS)) {
    if (!run.started) {
      const input = run.input as OperatorRunInput;
      await startOperatorRun(client, {
        taskQueue: config.TEMPORAL_TASK_QUEUE,
        input,
        deadlineMs: PATIENCE_MS,
      });
      await markOperatorStarted(db, run.id);
      log.info({ run_id: run.id }, 'overdue operator run started');
    }
    if (run.cancel) await cancelWorkflow(client, run.id, PATIENCE_MS);
  }
};

const endLost = async ({ db, ledger, client, config, log }: WorkerParts): Promise<void> => {
  for (const { id, input } of await runningOperatorRuns(db, config.RECONCILE_GRACE_MS)) {
    if (await isOperatorRunning(client, id)) continue;
    const end = { success: false, result: 'The run was terminated in Temporal.', ended_by: 'terminated' };
    const actor = byService('reconciler', { workflow_id: id });
    await endOperator({ db, ledger }, { run: input as OperatorRunInput, end, step: 0 }, actor);
    log.info({ run_id: id }, 'operator run ended because its workflow is gone');
  }
};

/**
 * Closes the desktops of ended runs. A run normally closes its own desktop before it ends, so a remaining one belongs to a run
 * whose workflow could not do that.
 */
const closeLeft = async ({ db, ledger, log }: WorkerParts, desktops: Desktops): Promise<void> => {
  const atWork = desktops.atWork();
  const ended = await endedOperatorRuns(
    db,
    atWork.map(({ run }) => run),
  );
  for (const desktop of atWork) {
    if (!ended.has(desktop.run)) continue;
    await desktop.close();
    await ledger.append({
      teamId: desktop.teamId,
      ledgerRef: desktop.run,
      step: 0,
      action: 'sandbox.close',
      governance: 'audited',
      summary: 'The desktop is destroyed: its run was terminated in Temporal.',
      detail: { desktop_id: desktop.id },
      idemKey: `${desktop.run}/close/left/${desktop.id}`,
      actor: byService('reconciler', { workflow_id: desktop.run }),
    });
    log.info({ run_id: desktop.run }, 'desktop closed because its run was terminated in Temporal');
  }
};
