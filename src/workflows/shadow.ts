import { CancellationScope, patched, proxyActivities } from '@temporalio/workflow';
import type { ShadowActivities } from '../activities/rule-sets/shadow.ts';
import type { VerticalRunInput } from '../runs/vertical/workflow.ts';

const { decideInShadow } = proxyActivities<ShadowActivities>({
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '5m',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 3 },
});

/**
 * Lets the versions that a team runs in shadow decide a run that has ended. The run is already complete, and
 * nothing here changes it.
 */
export const decidedInShadow = async (run: VerticalRunInput): Promise<void> => {
  if (!patched('shadow')) return;
  try {
    await CancellationScope.nonCancellable(async () => decideInShadow(run));
  } catch {
    // The shadow then decides one run less. Only an activity's failure ends here.
  }
};
