import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';

/**
 * Returns why a run ended early, in words for the clients that poll it. Never includes text from the case.
 * @param words the word for an activity, and the error code to use if an activity refused
 */
export const endReason = (
  error: unknown,
  words: { readonly activity: string; readonly refused: string },
): { readonly code: string; readonly message: string } => {
  if (isCancellation(error)) return { code: 'cancelled', message: 'The run was cancelled.' };
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const where = error instanceof ActivityFailure ? `${words.activity} ${error.activityType}` : 'The run';
  if (cause instanceof TimeoutFailure) {
    return { code: 'timed_out', message: `${where} did not finish in time.` };
  }
  if (cause instanceof ApplicationFailure && cause.type === 'Refused') {
    return { code: words.refused, message: cause.message };
  }
  if (cause instanceof ApplicationFailure && cause.type === 'Suspended') {
    return { code: 'suspended', message: cause.message };
  }
  return { code: 'internal', message: `${where} failed; the service log has the cause.` };
};
