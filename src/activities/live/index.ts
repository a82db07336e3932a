import type { ToolOutcome } from '../agent/types.ts';
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
  /** Records that a live run ended early, and the reason. */
  endLiveRun: async (input: EndInput): Promise<void> => endBadly(deps, input),
});

export type LiveActivities = ReturnType<typeof createLiveActivities>;
