import { proxyActivities } from '@temporalio/workflow';
import type { DesktopActivities } from '../activities/operator/index.ts';
import type { OperatorVideoInput } from '../runs/operator/workflow.ts';

const { makeVideo } = proxyActivities<DesktopActivities>({
  startToCloseTimeout: '20 minutes',
  // Missing heartbeats mean that the worker is gone; another one starts again, because nothing has happened yet.
  heartbeatTimeout: '5s',
  retry: { initialInterval: '1s', maximumInterval: '10s', maximumAttempts: 5 },
});
const { endVideo } = proxyActivities<DesktopActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
});

/** Makes a video of a finished operator run on a desktop of its own. */
export const operatorVideo = async (input: OperatorVideoInput): Promise<void> => {
  try {
    await makeVideo(input);
  } catch {
    await endVideo(input);
  }
};
