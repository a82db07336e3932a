import { workflowsUnderWay } from '../../runs/suspension/waiting.ts';
import type { Services } from '../services/services.ts';

/** Wakes the waiting runs. If that fails, each of them checks the database by itself within a minute. */
export const wakeRuns = async (
  { db, workflows, log }: Pick<Services, 'db' | 'workflows' | 'log'>,
  teamId: string,
): Promise<void> => {
  try {
    await workflows.notifyResumed(await workflowsUnderWay(db, teamId));
  } catch (error) {
    log.warn(
      { error },
      'waiting runs could not be notified that a suspension ended; they check within a minute',
    );
  }
};
