import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

/**
 * Fails at once, with the reason, if no host can run code.
 * @returns the hosts that can run code now
 * @throws ProblemError 503
 */
export const expectSandboxes = async ({ hosts }: Services): Promise<readonly string[]> => {
  const { state, detail, ready } = await hosts.now();
  if (state !== 'off') return ready;
  throw new ProblemError('dependency-away', {
    detail: `Code cannot be run here: ${detail}`,
    headers: { 'Retry-After': '30' },
  });
};
