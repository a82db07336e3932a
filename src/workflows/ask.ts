import { condition, defineSignal, patched, proxyActivities, setHandler } from '@temporalio/workflow';
import type { AgentActivities } from '../activities/agent/index.ts';
import type { CallInput, ToolOutcome } from '../activities/agent/types.ts';
import { isAsked, type KnownOfRun, type RunAsk } from '../governance/reviews/asked-calls.ts';
import { ASKED_AT_MOST_MS } from '../governance/reviews/asks.ts';
import type { ReviewClosedWord } from '../runs/reviews/workflow.ts';
import { STEPWISE } from './activity-options.ts';
import type { Tool } from './agent-loop.ts';
import type { Suspension } from './suspension.ts';

/** Signal that a review of one of the run's calls was closed. It only makes the run look again. */
const reviewClosed = defineSignal<[ReviewClosedWord]>('reviewClosed');

/** Pause before a run looks again without a signal, which may be lost. It doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;

const { openAsk, settleAsk } = proxyActivities<Pick<AgentActivities, 'openAsk' | 'settleAsk'>>(STEPWISE);

/** Lets people decide about a run's calls. */
export interface Asks {
  /**
   * Waits for a person's answer, if the team's rules want one.
   * @returns the outcome of a call that must not be made; undefined if it may be made
   */
  readonly refusal: (tool: string, call: CallInput) => Promise<ToolOutcome | undefined>;
  /** The suspension for the run's loop. Time spent waiting for people does not count towards the run's own limit, either. */
  readonly suspension: Suspension;
}

/**
 * @param ask the calls about which people are asked; undefined if there are none
 * @param known returns what the run knows about its case when it is about to make a call
 */
export const createAsks = (
  ask: RunAsk | undefined,
  suspension: Suspension,
  known?: () => KnownOfRun,
): Asks => {
  const { heed, waitedMs: suspendedMs } = suspension;
  let waited = 0;
  return {
    suspension: { ...suspension, waitedMs: () => suspendedMs() + waited },
    refusal: async (tool, call) => {
      // During an upgrade, a worker of an earlier release may have made the call here without asking.
      if (!isAsked(ask, tool, known?.()) || !patched('ask')) return undefined;
      const began = Date.now() - suspendedMs();
      const { review_id } = await heed(async () => openAsk({ call, tool }));
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        let isClosed = false;
        setHandler(reviewClosed, () => {
          isClosed = true;
        });
        const spent = Date.now() - suspendedMs() - began;
        const gives_up = waited + spent > ASKED_AT_MOST_MS;
        const settled = await heed(async () => settleAsk({ call, tool, review_id, gives_up }));
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

/** Wraps a tool so that its calls wait for a person where the team's rules want that. */
export const asking = ({ refusal }: Asks, name: string, tool: Tool): Tool => ({
  ...tool,
  run: async (call) => (await refusal(name, call)) ?? tool.run(call),
});
