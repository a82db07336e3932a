import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities<{ nothing: () => Promise<void> }>({ startToCloseTimeout: '30s' });

/** Runs a number of empty activities one after another, and nothing else. */
export const bareWorkflow = async (activities: number): Promise<void> => {
  for (let n = 0; n < activities; n += 1) await nothing();
};
