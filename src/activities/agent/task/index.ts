import type { AgentDependencies } from '../dependencies.ts';
import { checkAnswer, type CheckAnswerInput } from '../end/check.ts';
import { type FinishInput, finishRun } from '../end/finish.ts';

/** Creates the activities for agent tasks. Analyses use the same answer check. */
export const createAgentTaskActivities = (deps: AgentDependencies) => ({
  checkAnswer: async (
    input: CheckAnswerInput,
  ): Promise<{ readonly accepted: boolean; readonly next_step: number }> => checkAnswer(deps, input),

  finishAgentTask: async (input: FinishInput): Promise<void> =>
    finishRun(deps, input, async () => ({ more: {}, remarks: '', counts: {} })),
});

export type AgentTaskActivities = ReturnType<typeof createAgentTaskActivities>;
