import { condition, defineSignal, patched, proxyActivities, setHandler } from '@temporalio/workflow';
import type { AgentActivities } from '../activities/agent/index.ts';
import type { CallInput, ToolOutcome } from '../activities/agent/types.ts';
import { isAsked, type KnownOfRun, type RunAsk } from '../governance/reviews/asked-calls.ts';
import { ASKED_AT_MOST_MS } from '../governance/reviews/asks.ts';
import type { ReviewClosedWord } from '../runs/reviews/workflow.ts';
import { WHILE_ASKED } from './activity-options.ts';
import type { Tool } from './agent-loop.ts';
import type { Suspension } from './suspension.ts';

/** Signal that a review of one of the run's calls was closed. It only wakes the run. */
const reviewClosed = defineSignal<[ReviewClosedWord]>('reviewClosed');

/** Pause before a run looks again without a signal, which may be lost. It doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;

const { openAsk, settleAsk } = proxyActivities<Pick<AgentActivities, 'openAsk' | 'settleAsk'>>(WHILE_ASKED);

export interface AskAnswer {
  /** The outcome of a call that must not be made; absent if it may be made. */
  readonly refused?: ToolOutcome;
  /** The next free step number for a call that may be made. */
  readonly step: number;
}

/** Lets people decide about a run's calls. */
export interface Asks {
  /**
   * Waits for a person's answer about a call, if the team's rules want one.
   * @param common name under which the rules know the tool, if it has another one
   */
  readonly answer: (tool: string, call: CallInput, common?: string) => Promise<AskAnswer>;
  /** The suspension for the run's loop. Time spent waiting for people does not count towards the run's own limit, either. */
  readonly suspension: Suspension;
}

interface AsksOptions {
  /** Returns the known facts about the case when the run is about to make a call. */
  readonly known?: () => KnownOfRun;
  /**
   * Releases what the run occupies while it waits.
   * @returns the next free step number
   */
  readonly release: (step: number) => Promise<number>;
}

/** @param ask the calls about which people are asked; undefined if there are none */
export const createAsks = (
  ask: RunAsk | undefined,
  suspension: Suspension,
  { known, release }: AsksOptions,
): Asks => {
  const { heed, waitedMs: suspendedMs } = suspension;
  let waited = 0;
  return {
    suspension: { ...suspension, waitedMs: () => suspendedMs() + waited },
    answer: async (tool, call, common = tool) => {
      let { step } = call;
      // During an upgrade, a worker of an earlier release may have made the call here without asking.
      if (!isAsked(ask, common, known?.()) || !patched('ask')) return { step };
      const began = Date.now() - suspendedMs();
      const { review_id } = await heed(async () => openAsk({ call, tool }));
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        let isClosed = false;
        setHandler(reviewClosed, () => {
          isClosed = true;
        });
        const spent = Date.now() - suspendedMs() - began;
        const gives_up = waited + spent > ASKED_AT_MOST_MS;
        const asked = { call: { ...call, step }, tool, review_id, gives_up };
        const settled = await heed(async () => settleAsk(asked));
        if (settled.state === 'open') {
          // During an upgrade, a worker of an earlier release may have kept the sandbox here.
          if (settled.releases === true && patched('release-sandbox')) step = await release(step);
          await condition(() => isClosed, pause);
          continue;
        }
        waited += Date.now() - suspendedMs() - began;
        return settled.state === 'refused' ? { refused: settled.outcome, step } : { step };
      }
    },
  };
};

/** Wraps a tool so that its calls wait for a person where the team's rules want that. */
export const asking = ({ answer }: Asks, name: string, tool: Tool): Tool => ({
  ...tool,
  run: async (call, left) => {
    const { refused, step } = await answer(name, call);
    return refused ?? tool.run({ ...call, step }, left);
  },
});
