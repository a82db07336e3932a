import type { Client } from '@temporalio/client';
import { queuesOf } from '../../temporal/queues.ts';
import { startOnce } from '../../temporal/start-once.ts';
import { type MessageInput, type MessageWorkflowInput, workflowIdOf } from './workflow.ts';

/** Maximum duration of a delivery: a day of attempts, and time to record the end. */
const EXECUTION_TIMEOUT = '25h';

/** Starts the workflow that delivers a message. A second call has no effect. @throws if Temporal does not accept it in time */
export const startMessage = async (
  client: Client,
  options: { readonly taskQueue: string; readonly input: MessageInput; readonly deadlineMs: number },
): Promise<void> => {
  const input: MessageWorkflowInput = { ...options.input, workflow_id: workflowIdOf(options.input) };
  await startOnce(client, {
    workflow: 'messageDelivery',
    workflowId: input.workflow_id,
    taskQueue: queuesOf(options.taskQueue).steps,
    input,
    executionTimeout: EXECUTION_TIMEOUT,
    summary: 'message delivery',
    searchAttributes: [],
    deadlineMs: options.deadlineMs,
  });
};
