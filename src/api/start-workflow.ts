import type { Services } from './services.ts';

/**
 * Starts the workflow of a stored run. If it cannot be started now, the reconciler starts it later.
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
