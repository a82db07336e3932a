import type { Services } from '../services/services.ts';

/**
 * Starts a stored run's workflow. If it cannot be started now, the reconciler starts it later.
 * @returns whether it was started
 */
export const startWorkflow = async (
  { log }: Pick<Services, 'log'>,
  runId: string,
  start: () => Promise<void>,
): Promise<boolean> => {
  try {
    await start();
    return true;
  } catch (error) {
    log.warn({ run_id: runId, error }, 'workflow could not be started: the reconciler will retry');
    return false;
  }
};
