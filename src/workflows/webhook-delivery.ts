import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks/index.ts';
import { queuesOf } from '../temporal/queues.ts';

export interface WebhookDeliveryInput {
  readonly endpoint_id: string;
}

/** Number of passes after which the workflow continues as new. */
const MAX_PASSES = 200;

/**
 * Delivers an endpoint's events until none is pending. Its id is the endpoint's, so an endpoint has only one sender and its events
 * keep their order. Sleeps between attempts, and wakes early for new events. Whoever notices pending deliveries starts it or wakes
 * it; it ends when there are none.
 */
export const webhookDelivery = async (input: WebhookDeliveryInput): Promise<void> => {
  const { sendWebhooks } = proxyActivities<WebhookActivities>({
    taskQueue: queuesOf(workflowInfo().taskQueue).webhooks,
    startToCloseTimeout: '5m',
    heartbeatTimeout: '5s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '30s' },
  });
  let isAwake = true;
  setHandler(defineSignal<[WebhookDeliveryInput]>('pending'), () => {
    isAwake = true;
  });
  for (let passes = 0; passes < MAX_PASSES && !workflowInfo().continueAsNewSuggested; passes += 1) {
    isAwake = false;
    const { next_in_ms: nextInMs } = await sendWebhooks(input);
    if (nextInMs === null && !isAwake) return;
    if (nextInMs !== null && nextInMs > 0) await condition(() => isAwake, nextInMs);
  }
  await continueAsNew<typeof webhookDelivery>(input);
};
