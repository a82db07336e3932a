import {
  ApplicationFailure,
  CancellationScope,
  condition,
  defineQuery,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { TeamStepDone, TeamVerticalActivities } from '../activities/team-verticals/index.ts';
import { RECORDS_WAIT_MS } from '../governance/records-wait.ts';
import { ASKED_AT_MOST_MS } from '../governance/reviews/asks.ts';
import type { ReviewClosedWord } from '../runs/reviews/workflow.ts';
import type { TeamVerticalRunInput } from '../runs/team-verticals/workflow.ts';
import type { VerticalRunState } from '../runs/vertical/workflow.ts';
import { outcomeAttribute } from '../temporal/search-attributes.ts';
import { STEPWISE, UNTIL_WRITTEN, WHILE_ASKED } from './activity-options.ts';
import { IN_SANDBOX, whenSandboxIsFree } from './sandbox-wait.ts';
import { waitingForRecords } from './records-wait.ts';
import { createSuspension, type Suspension } from './suspension.ts';
import { reasonOfRun } from './vertical-run.ts';

/** Query that returns the workflow's own view of the state that clients read from Postgres. */
export const teamRunStateQuery = defineQuery<VerticalRunState>('state');

/** Signal that a review of one of the run's steps was closed. It only makes the run look again. */
const reviewClosed = defineSignal<[ReviewClosedWord]>('reviewClosed');

/** Pause before a run looks again without a signal, which may be lost. It doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;

type ReviewActivity = 'openStepReview' | 'settleStepReview';

const activities = proxyActivities<Omit<TeamVerticalActivities, ReviewActivity>>(STEPWISE);

const { openStepReview, settleStepReview } =
  proxyActivities<Pick<TeamVerticalActivities, ReviewActivity>>(WHILE_ASKED);

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
  if (kind === 'review') return reviewed(run, n, suspension);
  if (kind === 'run_python') return ranCode(run, n, suspension);
  return waitingForRecords(
    async (waited) =>
      suspension.heed(async () => activities[`step.${kind}`]({ run, n, ...(waited && { waited }) })),
    RECORDS_WAIT_MS,
  );
};

/** Runs a step's code where the sandboxes are. */
const ranCode = async (run: TeamVerticalRunInput, n: number, { heed }: Suspension): Promise<TeamStepDone> => {
  const { sandbox_queue: taskQueue, ...rest } = run;
  const sandboxes = proxyActivities<Pick<SandboxActivities, 'step.run_python'>>({
    ...IN_SANDBOX,
    taskQueue: taskQueue!,
  });
  return whenSandboxIsFree(async () => heed(async () => sandboxes['step.run_python']({ run: rest, n })));
};

/** Asks a person, if the step's condition says so, and waits for the answer. */
const reviewed = async (
  run: TeamVerticalRunInput,
  n: number,
  { heed }: Suspension,
): Promise<TeamStepDone> => {
  const opened = await heed(async () => openStepReview({ run, n }));
  if (opened.state === 'done') return opened.done;
  const began = Date.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    let isClosed = false;
    setHandler(reviewClosed, () => {
      isClosed = true;
    });
    const gives_up = Date.now() - began > ASKED_AT_MOST_MS;
    const settled = await heed(async () => settleStepReview({ run, n, gives_up }));
    if (settled.state === 'done') return settled.done;
    await condition(() => isClosed, pause);
  }
};

/** Lets an administrator search for runs by outcome. */
const recordOutcome = (outcome: string): void =>
  upsertSearchAttributes([{ key: outcomeAttribute, value: outcome }]);
