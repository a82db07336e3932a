import type { StoredResult } from '../../../runs/agent/stored-result.ts';
import { ProblemError } from '../../http/problem.ts';

const PREFIX = 'dataset_';

/**
 * Reports an unreadable dataset as an invalid body.
 * @param places JSON pointer of each dataset in the body
 * @throws ProblemError 422 that states the fault and its place
 */
export const expectReadable = (result: StoredResult | undefined, places: readonly string[]): void => {
  const error = result?.error;
  if (error?.code.startsWith(PREFIX) !== true) return;
  const pointer = places[error.dataset ?? 0] ?? '';
  throw new ProblemError('invalid-request', { errors: [{ in: 'body', pointer, message: error.message }] });
};
