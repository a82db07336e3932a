import type { Client } from '@temporalio/client';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import type { OperatorVideoInput } from './workflow.ts';

/** Starts the workflow that makes a video of a run. A second call for the same attempt has no effect. */
export const startOperatorVideo = async (
  client: Client,
  options: { readonly taskQueue: string; readonly input: OperatorVideoInput; readonly deadlineMs: number },
): Promise<void> => {
  const { input } = options;
  await startOnce(client, {
    workflow: 'operatorVideo',
    workflowId: input.workflow_id,
    taskQueue: queuesOf(options.taskQueue).sandboxes,
    input,
    executionTimeout: '1 hour',
    summary: 'video of an operator run',
    searchAttributes: [{ key: teamIdAttribute, value: input.team_id }],
    deadlineMs: options.deadlineMs,
  });
};
