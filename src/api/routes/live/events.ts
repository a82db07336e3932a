import { followAgentTask } from '../../../contract/operations/agents.ts';
import { followAnalysis } from '../../../contract/operations/analysis.ts';
import { followRun } from '../../../contract/operations/live.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { END } from '../../../events/position.ts';
import { ledgerRefOf } from '../../../runs/vertical/run-refs.ts';
import { linkPolicyOf } from '../../runs/link-policy.ts';
import { ProblemError } from '../../http/problem.ts';
import { runNow } from '../../agent-runs/wait.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { positionOf } from './last-event-id.ts';
import { type StreamCall, streamReply, takeSeat } from './stream.ts';

/** Streams any run from its first event, or from the event after the one in Last-Event-ID, even if the run has ended. */
export const followRunRoute = route(followRun, async (call, services) => {
  const run = { teamId: call.caller.teamId, runId: call.params.id };
  if ((await ledgerRefOf(services.db, run)) === undefined) throw new ProblemError('not-found');
  const position = positionOf(call.header('Last-Event-ID'), run.runId);
  return follow(services, call, { ...run, position, scope: 'runs:read' });
});

/** Does the same for an agent task. */
export const followAgentTaskRoute = route(followAgentTask, async (call, services) => {
  const { teamId } = call.caller;
  const { ledgerRef } = await runNow(services, { teamId, ledgerRef: call.params.ref }, 'task');
  const position = positionOf(call.header('Last-Event-ID'), ledgerRef);
  const path = `/v1/agents/tasks/${ledgerRef}/events`;
  return follow(services, call, { teamId, runId: ledgerRef, position, scope: 'agents', path });
});

/** Does the same for an analysis. */
export const followAnalysisRoute = route(followAnalysis, async (call, services) => {
  const { teamId } = call.caller;
  const { ledgerRef } = await runNow(services, { teamId, ledgerRef: call.params.ref }, 'analysis');
  const position = positionOf(call.header('Last-Event-ID'), ledgerRef);
  const path = `/v1/analyze/${ledgerRef}/events`;
  return follow(services, call, { teamId, runId: ledgerRef, position, scope: 'analyze', path });
});

/** Streams a run that is known to belong to the caller's team. */
const follow = async (
  services: Services,
  call: StreamCall,
  {
    teamId,
    runId,
    position,
    ...rest
  }: {
    readonly teamId: string;
    readonly runId: string;
    readonly position: ReturnType<typeof positionOf>;
    readonly scope: Scope;
    readonly path?: string;
  },
): Promise<Reply> => {
  // The run has no more events, and a browser that gets 204 does not reconnect.
  if (position === END) return { status: 204, body: '' };
  const leaveSeat = takeSeat(services, teamId);
  try {
    const links = await linkPolicyOf(services, teamId);
    const tail = await services.events.follow(runId);
    if (tail === undefined) throw new ProblemError('not-found');
    return streamReply(services, call, { tail, leaveSeat, position, links, ...rest });
  } catch (error) {
    leaveSeat();
    throw error;
  }
};
