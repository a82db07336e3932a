import { z } from 'zod';
import { approvalBody } from '../../contract/operator.ts';
import type { ViewRequest } from '../../desktop/live-view/view-request.ts';
import { ProblemError } from '../http/problem.ts';
import { approveOperatorActionRoute, cancelOperatorRunRoute } from '../routes/operators/steer.ts';
import type { Call, Reply, Route } from '../services/route.ts';
import type { Services } from '../services/services.ts';
import { callerOf } from './admission.ts';

const wish = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('answer'), ...approvalBody.shape }),
  z.strictObject({ type: z.literal('cancel') }),
]);

/** What the page is told of its wish; words stand only with one that failed. */
export interface Steered {
  readonly type: 'steered';
  readonly wish: 'answer' | 'cancel';
  readonly status: number;
  readonly words?: string;
}

/**
 * Does what the API's own routes do, for a page whose address allows to control the run. The right stands in the signed
 * token; the key that it was made with is looked at each time, so that one that was revoked or lost its scope steers nothing.
 * @returns undefined for a message that no page of ours sends
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
    if (!services.buckets.take(caller.keyId).allowed) return refuse(new ProblemError('rate-limited'));
    const call = { params: { run_id: ask.run }, caller };
    const { status } =
      asked.type === 'cancel'
        ? await perform(cancelOperatorRunRoute, services, call)
        : await perform(approveOperatorActionRoute, services, {
            ...call,
            body: { id: asked.id, approve: asked.approve },
          });
    const { key, run, team } = ask;
    services.log.info({ run_id: run, team_id: team, key_id: key, outcome: type }, 'a page steered its run');
    return { type: 'steered', wish: type, status };
  } catch (error) {
    if (error instanceof ProblemError) return refuse(error);
    services.log.warn({ run_id: ask.run, error }, 'a wish of a page failed');
    return refuse(new ProblemError('internal'));
  }
};

const LOOK_ONLY = 'This address does not allow to control the run. Open one that does.';

const read = (message: string): z.output<typeof wish> | undefined => {
  try {
    return wish.parse(JSON.parse(message));
  } catch {
    return undefined;
  }
};

/** The routes that the page uses take a path, a body and a caller, and nothing else of a request. */
const perform = async (
  { handle }: Route,
  services: Services,
  call: { readonly params: object; readonly caller: object; readonly body?: object },
): Promise<Reply> =>
  handle(
    {
      query: undefined,
      body: undefined,
      requestId: '',
      idempotencyKey: undefined,
      header: () => '',
      forgetBody: () => undefined,
      ...call,
    } as unknown as Call,
    services,
  );
