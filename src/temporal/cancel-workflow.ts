import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/**
 * Asks Temporal to cancel the workflow of a run of any kind, whose id is the run's id. A workflow that Temporal does not hold yet,
 * or that has ended, is not an error.
 * @throws a gRPC error when Temporal cannot be reached in time
 */
export const cancelWorkflow = async (client: Client, runId: string, deadlineMs: number): Promise<void> => {
  try {
    await client.withDeadline(Date.now() + deadlineMs, () => client.workflow.getHandle(runId).cancel());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
};
