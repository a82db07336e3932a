/** Returns the agent's name for the live runs of a vertical of the service or of a team. */
export const liveAgentName = (vertical: string): string => `live.${vertical}`;
