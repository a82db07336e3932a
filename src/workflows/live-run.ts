import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { LiveActivities } from '../activities/live/index.ts';
import type { TeamLiveRunInput } from '../runs/team-verticals/workflow.ts';
import type { LiveRunInput, VerticalRunState } from '../runs/vertical/workflow.ts';
import { outcomeAttribute } from '../temporal/search-attributes.ts';
import { UNTIL_WRITTEN } from './activity-options.ts';
import { agentLoop } from './agent-loop.ts';
import { endReason } from './end-reason.ts';
import { decidedInShadow } from './shadow.ts';
import { createSuspension } from './suspension.ts';
import { createGovernedWork } from './governed-work.ts';
import { createTeamWork } from './team-live-work.ts';

/** Query that returns the workflow's own view of the state that clients read from Postgres. */
export const liveStateQuery = defineQuery<VerticalRunState>('state');

const { endLiveRun } = proxyActivities<Pick<LiveActivities, 'endLiveRun'>>(UNTIL_WRITTEN);

/**
 * Runs a vertical with a model. The model chooses which tool to call and when, and this workflow decides whether it may. The
 * order and the policy are defined in code (src/governance/live), so a model's input and output cannot change them.
 */
export const liveRun = async (live: LiveRunInput | TeamLiveRunInput): Promise<VerticalRunState> => {
  const steps = { next: 1 };
  const suspension = createSuspension();
  const work =
    'version' in live ? createTeamWork(live, steps, suspension) : createGovernedWork(live, steps, suspension);
  setHandler(liveStateQuery, work.state);
  try {
    const end = await agentLoop({
      run: work.run,
      budgets: live.budgets,
      tools: work.tools,
      steps,
      suspension: work.waiting,
    });
    await work.python.close(steps);
    if (end.how === 'stopped') throw ApplicationFailure.nonRetryable(end.message, end.code);
    work.succeeded();
    recordOutcome(work.state().decision ?? 'none');
    if (!('version' in live)) await decidedInShadow(live);
    return work.state();
  } catch (error) {
    const reason = reasonOf(error);
    work.failed();
    recordOutcome(reason.code);
    await CancellationScope.nonCancellable(async () => {
      // The loop only counts the steps of successful calls, but a failed call may have written further rows.
      await work.python.close(steps);
      await endLiveRun({ live, step: steps.next, ...reason });
    });
    if (isCancellation(error)) throw error;
    throw ApplicationFailure.nonRetryable(reason.message, reason.code);
  }
};

/** Lets an administrator search for runs by outcome. */
const recordOutcome = (outcome: string): void =>
  upsertSearchAttributes([{ key: outcomeAttribute, value: outcome }]);

/** Returns the reason for an early end. If the loop has already classified the end, keeps its code. */
const reasonOf = (error: unknown) =>
  error instanceof ApplicationFailure && error.type != null && error.type !== 'Suspended'
    ? { code: error.type, message: error.message }
    : endReason(error, { activity: 'Activity', refused: 'refused_step' });
