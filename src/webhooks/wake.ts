import type { Client } from '@temporalio/client';
import { queuesOf } from '../temporal/queues.ts';

/**
 * Starts the workflow that delivers an endpoint's events, or wakes it if it is running.
 * @param options `deadlineMs` is how long to wait for Temporal
 * @throws a gRPC error when Temporal does not accept it in time
 */
export const wakeWebhook = async (
  client: Client,
  options: { readonly taskQueue: string; readonly endpointId: string; readonly deadlineMs: number },
): Promise<void> => {
  const input = { endpoint_id: options.endpointId };
  await client.withDeadline(Date.now() + options.deadlineMs, async () =>
    client.workflow.signalWithStart('webhookDelivery', {
      workflowId: options.endpointId,
      taskQueue: queuesOf(options.taskQueue).steps,
      args: [input],
      signal: 'pending',
      signalArgs: [input],
      staticSummary: 'webhook deliveries',
    }),
  );
};
