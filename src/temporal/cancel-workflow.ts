import type { Client } from '@temporalio/client';

/**
 * Asks Temporal to cancel the workflow of a run of any kind, whose id is the run's id.
 * @throws WorkflowNotFoundError when Temporal holds no open workflow with that id
 */
export const cancelWorkflow = async (client: Client, runId: string, deadlineMs: number): Promise<void> => {
  await client.withDeadline(Date.now() + deadlineMs, () => client.workflow.getHandle(runId).cancel());
};
