import type { VerticalId } from '../verticals/definition.ts';

/** Returns the agent's name for a vertical's live runs. */
export const liveAgentName = (vertical: VerticalId): string => `live.${vertical}`;
