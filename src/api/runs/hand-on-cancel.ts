import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

/**
 * Hands a stored request to cancel a run on to Temporal. The reconciler does so later if Temporal cannot be reached now.
 * @param requested what storing the request found: undefined for no such run
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
    log.warn({ run_id: runId, error }, 'the cancellation is handed on later');
  }
};
