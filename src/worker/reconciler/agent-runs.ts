import { failAgentRun } from '../../runs/agent/fail.ts';
import { runningAgentRuns, type AgentRunRecord } from '../../runs/agent/agent-run-records.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { startAgentRun } from '../../runs/agent/start.ts';
import { cancelWorkflow } from '../../temporal/cancel-workflow.ts';
import { workflowStatus } from '../../temporal/workflow-status.ts';
import { ENDED } from './ended.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

export interface AgentRunReconciler extends ReconcilerOptions {
  readonly vaultRing: KeyRing;
}

/**
 * Makes one pass over agent tasks and analyses with status `running`. Starts those that Temporal never received, and ends those
 * whose workflow ended without recording the end. Several workers may do this at once and repeatedly.
 */
export const reconcileAgentRuns = async (options: AgentRunReconciler): Promise<void> => {
  const { graceMs } = options;
  await reconcileEach(options, await runningAgentRuns(options.db, { graceMs, limit: BATCH }), {
    idOf: ({ ledgerRef }) => ledgerRef,
    reconcileOne: async (run) => reconcileOne(options, run),
  });
};

const reconcileOne = async (options: AgentRunReconciler, run: AgentRunRecord): Promise<string> => {
  const { client, taskQueue, db, ledger, vaultRing: ring } = options;
  const status = await workflowStatus(client, run.ledgerRef, DEADLINE_MS);
  if (status === undefined && !run.cancelRequested) {
    await startAgentRun(client, { taskQueue, run, deadlineMs: DEADLINE_MS });
    return 'started';
  }
  // If a run was never started, there is nothing to undo.
  const end = ENDED[status ?? 'CANCELLED'];
  if (end === undefined) {
    if (status !== 'RUNNING' || !run.cancelRequested) return 'in order';
    await cancelWorkflow(client, run.ledgerRef, DEADLINE_MS);
    return 'cancel delivered';
  }
  await failAgentRun({ db, ledger, ring }, run, end);
  return end.code;
};
