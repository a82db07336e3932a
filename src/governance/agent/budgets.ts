/** Limits for an agent loop. The functions are pure, so that workflow code can use them and reach the same decision on replay. */

/** Maximum usage of one run. */
export interface Budgets {
  readonly turns: number;
  readonly tool_calls: number;
  /** Tokens in prompts and replies together. */
  readonly tokens: number;
  readonly wall_ms: number;
  /** Maximum cost in the configured prices' currency; 0 means no limit. */
  readonly cost: number;
}

/** A run's usage so far. */
export interface Used {
  readonly turns: number;
  readonly tool_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
}

export const nothingUsed: Used = { turns: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, cost: 0 };

/** A run's limits. Each has the name of the error code with which the run ends when it reaches the limit. */
export type Bound = 'max_turns' | 'max_tool_calls' | 'max_tokens' | 'max_wall_time' | 'max_cost';

export const BOUND_WORDS: Readonly<Record<Bound, string>> = {
  max_turns: 'The run reached its limit of model turns.',
  max_tool_calls: 'The run reached its limit of tool calls.',
  max_tokens: 'The run reached its limit of model tokens.',
  max_wall_time: 'The run reached its limit of wall time.',
  max_cost: 'The run reached its limit of model cost.',
};

/** Returns the limit that stops a run from taking another turn; undefined if no limit is reached. */
export const boundReached = (budgets: Budgets, used: Used, elapsedMs: number): Bound | undefined => {
  if (used.turns >= budgets.turns) return 'max_turns';
  if (used.tool_calls >= budgets.tool_calls) return 'max_tool_calls';
  if (used.input_tokens + used.output_tokens >= budgets.tokens) return 'max_tokens';
  if (budgets.cost > 0 && used.cost >= budgets.cost) return 'max_cost';
  return elapsedMs >= budgets.wall_ms ? 'max_wall_time' : undefined;
};
