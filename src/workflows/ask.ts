import { condition, defineSignal, patched, proxyActivities, setHandler } from '@temporalio/workflow';
import type { CallInput, ToolOutcome } from '../activities/agent/types.ts';
import type { LiveActivities } from '../activities/live/index.ts';
import { ASKED_AT_MOST_MS } from '../governance/reviews/asks.ts';
import type { ReviewClosedWord } from '../runs/reviews/workflow.ts';
import type { LiveRunInput } from '../runs/vertical/workflow.ts';
import { STEPWISE } from './activity-options.ts';
import type { Suspension } from './suspension.ts';

/** Signal that a review of one of the run's calls was closed. It only makes the run look again. */
const reviewClosed = defineSignal<[ReviewClosedWord]>('reviewClosed');

/** Pause before a run looks again without a signal, which may be lost. It doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;

const { openAsk, settleAsk } = proxyActivities<Pick<LiveActivities, 'openAsk' | 'settleAsk'>>(STEPWISE);

/** Lets people decide about a run's calls. */
export interface Asks {
  /**
   * Waits for a person's answer, if the team's rules want one.
   * @returns the outcome of a call that must not be made; undefined if it may be made
   */
  readonly refusal: (tool: string, call: CallInput) => Promise<ToolOutcome | undefined>;
  /** Total time in milliseconds that the run has waited. It does not count towards the run's own limit. */
  readonly waitedMs: () => number;
}

export const createAsks = (live: LiveRunInput, { heed, waitedMs: suspendedMs }: Suspension): Asks => {
  let waited = 0;
  return {
    waitedMs: () => waited,
    refusal: async (tool, call) => {
      // During an upgrade, a worker of an earlier release may have made the call here without asking.
      if (live.ask?.tools.includes(tool) !== true || !patched('ask')) return undefined;
      const began = Date.now() - suspendedMs();
      const { review_id } = await heed(async () => openAsk({ live, call, tool }));
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        let isClosed = false;
        setHandler(reviewClosed, () => {
          isClosed = true;
        });
        const spent = Date.now() - suspendedMs() - began;
        const gives_up = waited + spent > ASKED_AT_MOST_MS;
        const settled = await heed(async () => settleAsk({ live, call, tool, review_id, gives_up }));
        if (settled.state === 'open') {
          await condition(() => isClosed, pause);
          continue;
        }
        waited += Date.now() - suspendedMs() - began;
        return settled.state === 'refused' ? settled.outcome : undefined;
      }
    },
  };
};
