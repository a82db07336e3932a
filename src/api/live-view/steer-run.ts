import { z } from 'zod';
import { approvalBody } from '../../contract/operator.ts';
import type { ViewRequest } from '../../desktop/live-view/view-request.ts';
import { ProblemError } from '../http/problem.ts';
import { whoLogs } from '../auth/who-logs.ts';
import { answerOperator, cancelOperator } from '../runs/steer-operator.ts';
import type { Services } from '../services/services.ts';
import { callerOf } from './admission.ts';

const wish = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('answer'), ...approvalBody.shape }),
  z.strictObject({ type: z.literal('cancel') }),
]);

/** The reply to a page's command; `words` is set only if the command failed. */
export interface Steered {
  readonly type: 'steered';
  readonly wish: 'answer' | 'cancel';
  readonly status: number;
  readonly words?: string;
}

/**
 * Does the same as the API's own routes, for a page whose address allows controlling the run. The signed token contains the
 * right to do so. The key that issued the token is checked each time, so that a revoked key, or one that lost its scope, can no
 * longer steer.
 * @returns undefined if the message is not one that our page sends
 */
export const steerRun = async (
  services: Services,
  ask: ViewRequest,
  message: string,
): Promise<Steered | undefined> => {
  const asked = read(message);
  if (asked === undefined) return undefined;
  const { type } = asked;
  const refuse = (problem: ProblemError): Steered => ({
    type: 'steered',
    wish: type,
    status: problem.status,
    words: problem.message,
  });
  try {
    const caller = ask.right === 'control' ? await callerOf(services, ask) : undefined;
    if (caller === undefined) return refuse(new ProblemError('scope-missing', { detail: LOOK_ONLY }));
    if (!services.buckets.take(caller.id).allowed) return refuse(new ProblemError('rate-limited'));
    if (asked.type === 'cancel') await cancelOperator(services, caller, ask.run);
    else await answerOperator(services, caller, ask.run, asked);
    const { run, team } = ask;
    services.log.info(
      { run_id: run, team_id: team, ...whoLogs(caller), outcome: type },
      'live view command carried out',
    );
    return { type: 'steered', wish: type, status: 202 };
  } catch (error) {
    if (error instanceof ProblemError) return refuse(error);
    services.log.warn({ run_id: ask.run, error }, 'live view command failed');
    return refuse(new ProblemError('internal'));
  }
};

const LOOK_ONLY = 'This address does not allow control of the run. Open one that does.';

const read = (message: string): z.output<typeof wish> | undefined => {
  try {
    return wish.parse(JSON.parse(message));
  } catch {
    return undefined;
  }
};
