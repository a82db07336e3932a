import type { Client } from '@temporalio/client';
import { startLive } from '../vertical/start-live.ts';
import type { StoredTeamLiveRun } from './live.ts';
import { reviewsWaitMs } from './start.ts';

/**
 * Starts the workflow of a live run of a team's vertical. The run's id is the workflow's id, so a second call has no effect.
 * @throws ServiceError or a gRPC error when Temporal is unavailable; the reconciler then starts the run later
 */
export const startTeamLiveRun = async (
  client: Client,
  options: { readonly taskQueue: string; readonly run: StoredTeamLiveRun; readonly deadlineMs: number },
): Promise<void> => {
  const { id: vertical, steps } = options.run.version;
  await startLive(client, { ...options, vertical, waitMs: reviewsWaitMs(steps) });
};
