import type { ModelClient } from '../../model/client.ts';
import { usedByTeam } from '../../runs/agent/turns.ts';
import type { AgentDependencies } from './dependencies.ts';
import type { TurnInput, TurnResult } from './types.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the result that stops the loop if the team has used up its limit of model tokens or cost for the last 24 hours;
 * undefined otherwise.
 */
export const teamBoundReached = async (
  { db }: Pick<AgentDependencies, 'db'>,
  { team }: Pick<ModelClient, 'team'>,
  { run, step }: TurnInput,
): Promise<TurnResult | undefined> => {
  if (team.tokensPerDay === 0 && team.costPerDay === 0) return undefined;
  const used = await usedByTeam(db, run.team_id, new Date(Date.now() - DAY_MS));
  const code =
    team.tokensPerDay > 0 && used.tokens >= team.tokensPerDay
      ? 'team_tokens'
      : team.costPerDay > 0 && used.cost >= team.costPerDay
        ? 'team_cost'
        : undefined;
  if (code === undefined) return undefined;
  return {
    kind: 'stopped',
    calls: [],
    correction: null,
    stop: { code, message: MESSAGES[code] },
    input_tokens: 0,
    output_tokens: 0,
    cost: 0,
    next_step: step,
  };
};

const MESSAGES = {
  team_tokens: 'The team has used up its model tokens for the last 24 hours.',
  team_cost: 'The team has used up its model budget for the last 24 hours.',
} as const;
