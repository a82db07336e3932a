import type { Services } from '../services/services.ts';

/**
 * Starts the workflow of a run that is stored. What cannot be started now is started by the reconciler.
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
    log.warn({ run_id: runId, error }, 'the workflow of a run could not be started now');
    return false;
  }
};
