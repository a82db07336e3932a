import type { ToolOutcome } from '../agent/types.ts';
import { type AskInput, openAsk, settleAsk, type SettledAsk } from './ask.ts';
import type { LiveCall, LiveDependencies } from './context.ts';
import { decideLive } from './decide.ts';
import { endBadly, type EndInput } from './end.ts';
import { type GovernedInput, performGoverned } from './governed.ts';
import { callOutside, refuseCall, type RefusedInput } from './refuse.ts';

/** Creates the activities for live runs, in addition to those that every agent loop uses. */
export const createLiveActivities = (deps: LiveDependencies) => ({
  performGoverned: async (input: GovernedInput): Promise<ToolOutcome> => performGoverned(deps, input),
  decideLive: async (input: LiveCall): Promise<ToolOutcome> => decideLive(deps, input),
  refuseCall: async (input: RefusedInput): Promise<ToolOutcome> => refuseCall(deps, input),
  callOutside: async (input: Pick<LiveCall, 'live' | 'call'>): Promise<ToolOutcome> =>
    callOutside(deps, input),
  /** Asks a person about a call. */
  openAsk: async (input: AskInput): Promise<{ readonly review_id: string }> => openAsk(deps, input),
  /** Reads a person's answer about a call. */
  settleAsk: async (input: Parameters<typeof settleAsk>[1]): Promise<SettledAsk> => settleAsk(deps, input),
  /** Records that a live run ended early, and the reason. */
  endLiveRun: async (input: EndInput): Promise<void> => endBadly(deps, input),
});

export type LiveActivities = ReturnType<typeof createLiveActivities>;
