import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { TeamStepDone, TeamVerticalActivities } from '../activities/team-verticals/index.ts';
import { RECORDS_WAIT_MS } from '../governance/records-wait.ts';
import type { TeamVerticalRunInput } from '../runs/team-verticals/workflow.ts';
import type { VerticalRunState } from '../runs/vertical/workflow.ts';
import { outcomeAttribute } from '../temporal/search-attributes.ts';
import { STEPWISE, UNTIL_WRITTEN } from './activity-options.ts';
import { readCaseDocuments } from './case-documents.ts';
import { waitingForRecords } from './records-wait.ts';
import { createSuspension, type Suspension } from './suspension.ts';
import { ranCode, reviewed } from './team-steps.ts';
import { reasonOfRun } from './vertical-run.ts';

/** Query that returns the workflow's own view of the state that clients read from Postgres. */
export const teamRunStateQuery = defineQuery<VerticalRunState>('state');

type ReviewActivity = 'openStepReview' | 'settleStepReview';

const activities = proxyActivities<Omit<TeamVerticalActivities, ReviewActivity>>(STEPWISE);

const { failRun } = proxyActivities<Pick<Activities, 'failRun'>>(UNTIL_WRITTEN);

/**
 * Interprets a team's vertical: performs the steps of the version that the run has pinned, in their order. The document stays in the
 * database; the activities read it by its hash. The last step writes the run's end together with its row.
 */
export const teamVerticalRun = async (run: TeamVerticalRunInput): Promise<VerticalRunState> => {
  const suspension = createSuspension();
  let state: VerticalRunState = { status: 'running', steps_done: 0, decision: null };
  setHandler(teamRunStateQuery, () => state);
  try {
    await readCaseDocuments({ ...run, vertical: run.version.id }, suspension);
    for (const [index, kind] of run.version.steps.entries()) {
      const n = index + 1;
      const done = await performed(run, { n, kind }, suspension);
      state = { ...state, steps_done: n, decision: done.decision ?? state.decision };
    }
    state = { ...state, status: 'succeeded' };
    recordOutcome(state.decision ?? 'none');
    return state;
  } catch (error) {
    state = { status: 'error', steps_done: state.steps_done, decision: null };
    const reason = reasonOfRun(error);
    recordOutcome(reason.code);
    await CancellationScope.nonCancellable(() => failRun({ run, ...reason }));
    if (isCancellation(error)) throw error;
    throw ApplicationFailure.nonRetryable(reason.message, reason.code);
  }
};

type StepKind = TeamVerticalRunInput['version']['steps'][number];

const performed = async (
  run: TeamVerticalRunInput,
  { n, kind }: { readonly n: number; readonly kind: StepKind },
  suspension: Suspension,
): Promise<TeamStepDone> => {
  if (kind === 'review') return reviewed({ run, n }, suspension);
  if (kind === 'run_python') return ranCode({ run, n }, suspension);
  return waitingForRecords(
    async (waited) =>
      suspension.heed(async () => activities[`step.${kind}`]({ run, n, ...(waited && { waited }) })),
    RECORDS_WAIT_MS,
  );
};

/** Lets an administrator search for runs by outcome. */
const recordOutcome = (outcome: string): void =>
  upsertSearchAttributes([{ key: outcomeAttribute, value: outcome }]);
