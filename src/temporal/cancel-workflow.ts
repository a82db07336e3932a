import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/**
 * Asks Temporal to cancel a run's workflow, whatever kind of run it is. The workflow's id is the run's id. Does not fail if
 * Temporal does not have the workflow yet, or if it has ended.
 * @throws a gRPC error when Temporal cannot be reached in time
 */
export const cancelWorkflow = async (client: Client, runId: string, deadlineMs: number): Promise<void> => {
  try {
    await client.withDeadline(Date.now() + deadlineMs, () => client.workflow.getHandle(runId).cancel());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
};
