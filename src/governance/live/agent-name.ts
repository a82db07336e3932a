import type { VerticalId } from '../verticals/definition.ts';

/** Returns the name of the agent for a vertical's live runs. */
export const liveAgentName = (vertical: VerticalId): string => `live.${vertical}`;
