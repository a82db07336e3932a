import type { ResumeEntry } from '../../../contract/live-run.ts';
import type { runLive } from '../../../contract/operations/live.ts';
import { seqOfEvent } from '../../../events/store.ts';
import { findCallOfReview, isAgentCall } from '../../../store/reviews/asked-calls.ts';
import { ProblemError } from '../../http/problem.ts';
import { linkPolicyOf } from '../../runs/link-policy.ts';
import type { Call, Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { type DecideCall, decideFor } from '../reviews/act.ts';
import { streamReply } from './stream.ts';

/** Decides the review with which a run's stream ended, and streams the run from there. @throws ProblemError if it is refused */
export const resumeRun = async (
  call: Call<typeof runLive>,
  services: Services,
  answer: ResumeEntry,
  leaveSeat: () => void,
): Promise<Reply> => {
  const { caller, requestId, idempotencyKey } = call;
  if (!caller.scopes.has('reviews:decide'))
    throw new ProblemError('scope-missing', { detail: 'An answer takes the scope `reviews:decide`.' });
  const { teamId } = caller;
  const asked = await findCallOfReview(services.db, answer.interruptId);
  // Calls of agent tasks and analyses are answered at the review alone: those runs have streams of their own.
  if (asked === undefined || asked.team_id !== teamId || isAgentCall(asked))
    throw new ProblemError('not-found');
  const params = { id: asked.review_id };
  await decideFor({ caller, requestId, idempotencyKey, params, body: decisionOf(answer) }, services);
  const key = `asked/${asked.turn}/${asked.call}`;
  const seq = (await seqOfEvent(services.db, { team_id: teamId, run_id: asked.run_id }, key)) ?? 0;
  const links = await linkPolicyOf(services, teamId);
  const tail = await services.events.follow(asked.run_id);
  if (tail === undefined) throw new ProblemError('not-found');
  const position = { seq, sub: 0, open: undefined };
  return streamReply(services, call, { tail, leaveSeat, position, scope: 'runs:write', links });
};

const decisionOf = ({ status, payload }: ResumeEntry): DecideCall['body'] =>
  status === 'cancelled' || payload === undefined
    ? { option: 'deny', reason: payload?.reason ?? 'The user cancelled the call.' }
    : {
        option: payload.approved ? 'approve' : 'deny',
        ...(payload.reason !== undefined && { reason: payload.reason }),
        ...(payload.arguments !== undefined && { arguments: payload.arguments }),
      };
