import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { CreatedRun } from '../runs/create.ts';
import { cancelVerticalRun, startVerticalRun } from '../temporal/vertical-runs.ts';

/** How long a request waits for the engine: a run that it could not start in time is started later. */
const DEADLINE_MS = 2_000;

/** What the API asks of the workflow engine. */
export interface Engine {
  /** @throws when the engine cannot be reached in time */
  startRun(run: CreatedRun): Promise<void>;
  /** A run that the engine does not hold (not yet, or no more) is no error. @throws when it cannot be reached in time */
  cancelRun(runId: string): Promise<void>;
  /** Whether it answers now. */
  isUp(): Promise<boolean>;
}

/** The engine over a Temporal client, which connects at its first call. */
export const createEngine = (client: Client, taskQueue: string): Engine => ({
  startRun: async (run) =>
    startVerticalRun(client, {
      taskQueue,
      deadlineMs: DEADLINE_MS,
      input: {
        run_id: run.id,
        team_id: run.teamId,
        vertical: run.vertical,
        ledger_ref: run.ledgerRef,
        created_at: run.createdAt.toISOString(),
      },
    }),
  cancelRun: async (runId) => {
    try {
      await cancelVerticalRun(client, runId, DEADLINE_MS);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  },
  isUp: async () => {
    try {
      await client.withDeadline(Date.now() + DEADLINE_MS, () => client.workflowService.getSystemInfo({}));
      return true;
    } catch {
      return false;
    }
  },
});
