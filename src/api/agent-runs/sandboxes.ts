import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';

/** Says at once, and with the reason, when nobody could run the code that a model writes. @throws Problem 503 */
export const expectSandboxes = async ({ hosts }: Services): Promise<void> => {
  const { state, detail } = await hosts.now();
  if (state !== 'off') return;
  throw new Problem('dependency-away', {
    detail: `Code cannot be run here: ${detail}`,
    headers: { 'Retry-After': '30' },
  });
};
