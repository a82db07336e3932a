import type { AgentDefinition } from '../../model/agents.ts';
import { questionAgent, teamLiveAgent } from '../../runs/team-verticals/live-agent.ts';
import { pinnedVertical } from '../../store/rule-sets/verticals.ts';
import type { AgentDependencies } from './dependencies.ts';
import type { AgentRun } from './types.ts';

/**
 * Returns a run's agent: one of the service's own, or the one that the pinned version of a team's vertical describes.
 * @param question number of the step that asks the model, if the turn is one of its own conversation
 */
export const agentOf = async (
  { db, agents }: Pick<AgentDependencies, 'db' | 'agents'>,
  run: AgentRun,
  question?: number,
): Promise<AgentDefinition> => {
  if (run.version === undefined) {
    const agent = agents[run.agent];
    if (agent === undefined) throw new Error(`unknown agent: ${run.agent}`);
    return agent;
  }
  const { document } = await pinnedVertical(db, run.team_id, run.version);
  if (question === undefined) return teamLiveAgent(document);
  const step = document.steps[question - 1];
  if (step?.do !== 'model') throw new Error(`step ${question} of ${document.id} asks no model`);
  return questionAgent(document, step);
};
