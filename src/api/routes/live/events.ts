import { followRun } from '../../../contract/operations/live.ts';
import { END } from '../../../events/position.ts';
import { ledgerRefOf } from '../../../runs/vertical/read.ts';
import { linkPolicyOf } from '../../runs/link-policy.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { positionOf } from './last-event-id.ts';
import { streamReply, takeSeat } from './stream.ts';

/** Streams any run from its first event, or from the event after the one in Last-Event-ID, even if the run has ended. */
export const followRunRoute = route(followRun, async (call, services) => {
  const { events, db } = services;
  const position = positionOf(call.header('Last-Event-ID'));
  const run = { teamId: call.caller.teamId, runId: call.params.id };
  if ((await ledgerRefOf(db, run)) === undefined) throw new ProblemError('not-found');
  // The run has no more events, and a browser that gets 204 does not reconnect.
  if (position === END) return { status: 204, body: '' };
  const leaveSeat = takeSeat(services, run.teamId);
  try {
    const links = await linkPolicyOf(services, run.teamId);
    const tail = await events.follow(run.runId);
    if (tail === undefined) throw new ProblemError('not-found');
    return streamReply(services, call, { tail, leaveSeat, position, scope: 'runs:read', links });
  } catch (error) {
    leaveSeat();
    throw error;
  }
});
