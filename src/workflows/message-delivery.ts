import { proxyActivities, sleep } from '@temporalio/workflow';
import type { MessageActivities } from '../activities/messages/send.ts';
import type { MessageWorkflowInput } from '../runs/message/workflow.ts';
import { UNTIL_WRITTEN } from './activity-options.ts';

const { sendMessage, giveUpMessage } = proxyActivities<MessageActivities>(UNTIL_WRITTEN);

/** Time during which a delivery is retried. A later alert would do more harm than good. */
const DAY_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;

/**
 * Delivers a message through the team's connector, at most once as far as the receiver reports the outcome.
 */
export const messageDelivery = async (message: MessageWorkflowInput): Promise<void> => {
  const started = Date.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const { is_queued: isQueued, retry_in_ms: retryInMs } = await sendMessage(message);
    if (!isQueued) return;
    if (Date.now() - started > DAY_MS) return giveUpMessage(message);
    await sleep(Math.max(pause, retryInMs));
  }
};
