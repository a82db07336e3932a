import { Problem } from './problem.ts';
import type { Services } from './services.ts';

/**
 * Says at once, and with the reason, when nobody could run code.
 * @returns the hosts that could run it now
 * @throws Problem 503
 */
export const expectSandboxes = async ({ hosts }: Services): Promise<readonly string[]> => {
  const { state, detail, ready } = await hosts.now();
  if (state !== 'off') return ready;
  throw new Problem('dependency-away', {
    detail: `Code cannot be run here: ${detail}`,
    headers: { 'Retry-After': '30' },
  });
};
