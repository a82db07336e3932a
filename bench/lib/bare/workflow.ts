import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities<{ nothing: () => Promise<void> }>({ startToCloseTimeout: '30s' });

/** Runs this many empty activities one after the other, and nothing else. */
export const bareWorkflow = async (activities: number): Promise<void> => {
  for (let n = 0; n < activities; n += 1) await nothing();
};
