import { followRun } from '../../../contract/operations/live.ts';
import { END } from '../../../events/position.ts';
import { ledgerRefOf } from '../../../runs/vertical/read.ts';
import { linkPolicyOf } from '../../runs/link-policy.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { positionOf } from './last-event-id.ts';
import { streamReply, takeSeat } from './stream.ts';

/** A stream of any run, from its first event or from behind the one that Last-Event-ID names. Also after its end. */
export const followRunRoute = route(followRun, async (call, services) => {
  const { events, db } = services;
  const position = positionOf(call.header('Last-Event-ID'));
  const run = { teamId: call.caller.teamId, runId: call.params.id };
  if ((await ledgerRefOf(db, run)) === undefined) throw new ProblemError('not-found');
  // Nothing comes after the end, and a browser that reads this does not come back.
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
