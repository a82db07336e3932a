import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

/**
 * Passes a stored cancellation request on to Temporal. If Temporal cannot be reached, the reconciler does so later.
 * @param requested result of storing the request; undefined if the run does not exist
 * @throws ProblemError 404
 */
export const handOnCancel = async (
  { workflows, log }: Pick<Services, 'workflows' | 'log'>,
  runId: string,
  requested: { readonly running: boolean } | undefined,
): Promise<void> => {
  if (requested === undefined) throw new ProblemError('not-found');
  if (!requested.running) return;
  try {
    await workflows.cancelRun(runId);
  } catch (error) {
    log.warn(
      { run_id: runId, error },
      'cancellation could not be passed on to Temporal: the reconciler will retry',
    );
  }
};
