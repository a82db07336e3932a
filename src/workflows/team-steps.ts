import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type {
  TeamStepDone,
  TeamStepInput,
  TeamVerticalActivities,
} from '../activities/team-verticals/index.ts';
import { ASKED_AT_MOST_MS } from '../governance/reviews/asks.ts';
import type { ReviewClosedWord } from '../runs/reviews/workflow.ts';
import { WHILE_ASKED } from './activity-options.ts';
import { IN_SANDBOX, whenSandboxIsFree } from './sandbox-wait.ts';
import type { Suspension } from './suspension.ts';

/** Signal that a review of one of the run's steps was closed. It only wakes the run. */
const reviewClosed = defineSignal<[ReviewClosedWord]>('reviewClosed');

/** Pause before a run looks again without a signal, which may be lost. It doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;

const { openStepReview, settleStepReview } =
  proxyActivities<Pick<TeamVerticalActivities, 'openStepReview' | 'settleStepReview'>>(WHILE_ASKED);

/** Runs a step's code where the sandboxes are. */
export const ranCode = async (input: TeamStepInput, { heed }: Suspension): Promise<TeamStepDone> => {
  const { sandbox_queue: taskQueue, ...run } = input.run;
  const sandboxes = proxyActivities<Pick<SandboxActivities, 'step.run_python'>>({
    ...IN_SANDBOX,
    taskQueue: taskQueue!,
  });
  return whenSandboxIsFree(async () => heed(async () => sandboxes['step.run_python']({ ...input, run })));
};

/** Asks a person, if the step's condition requires that, and waits for the answer. */
export const reviewed = async (input: TeamStepInput, { heed }: Suspension): Promise<TeamStepDone> => {
  const opened = await heed(async () => openStepReview(input));
  if (opened.state === 'done') return opened.done;
  const began = Date.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    let isClosed = false;
    setHandler(reviewClosed, () => {
      isClosed = true;
    });
    const gives_up = Date.now() - began > ASKED_AT_MOST_MS;
    const settled = await heed(async () => settleStepReview({ ...input, gives_up }));
    if (settled.state === 'done') return settled.done;
    await condition(() => isClosed, pause);
  }
};
