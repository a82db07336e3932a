import type { Client } from '@temporalio/client';
import { failAgentRun } from '../../runs/agent/fail.ts';
import { type AgentRunRecord, runningAgentRuns } from '../../runs/agent/stored-result.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { Ledger } from '../../ledger/index.ts';
import { startAgentRun } from '../../runs/agent/start.ts';
import { cancelWorkflow } from '../../temporal/cancel-workflow.ts';
import { workflowStatus } from '../../temporal/workflow-status.ts';
import { BATCH, DEADLINE_MS, ENDED } from './ended.ts';

export interface AgentRunReconciler {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly client: Client;
  /** Base name of the installation's queues. */
  readonly taskQueue: string;
  /** A run younger than this is left to the process that accepted it. */
  readonly graceMs: number;
  readonly report: (event: {
    readonly run_id: string;
    readonly outcome: string;
    readonly error?: unknown;
  }) => void;
}

/**
 * Makes one pass over agent tasks and analyses with status `running`: starts those that Temporal never received, and ends those
 * whose workflow ended without recording it. Every part can be repeated, and done by several workers at once.
 */
export const reconcileAgentRuns = async (options: AgentRunReconciler): Promise<void> => {
  for (const run of await runningAgentRuns(options.db, { graceMs: options.graceMs, limit: BATCH })) {
    const event = { run_id: run.ledgerRef };
    try {
      options.report({ ...event, outcome: await reconcileOne(options, run) });
    } catch (error) {
      options.report({ ...event, outcome: 'failed', error });
    }
  }
};

const reconcileOne = async (options: AgentRunReconciler, run: AgentRunRecord): Promise<string> => {
  const { client, taskQueue, db, ledger, vaultRing: ring } = options;
  const status = await workflowStatus(client, run.ledgerRef, DEADLINE_MS);
  if (status === undefined && !run.cancelRequested) {
    await startAgentRun(client, { taskQueue, run, deadlineMs: DEADLINE_MS });
    return 'started';
  }
  // A run that was never started has nothing to undo.
  const end = ENDED[status ?? 'CANCELLED'];
  if (end === undefined) {
    if (status !== 'RUNNING' || !run.cancelRequested) return 'in order';
    await cancelWorkflow(client, run.ledgerRef, DEADLINE_MS);
    return 'cancel handed on';
  }
  await failAgentRun({ db, ledger, ring }, run, end);
  return end.code;
};
