import type { ToolOutcome } from '../../agent/types.ts';
import type { LiveDependencies } from '../../live/context.ts';
import type { TeamStepInput } from '../step-run.ts';
import { answerTeamStep, type AnswerInput } from './answer.ts';
import { performTeamStep, type PerformInput } from './perform.ts';
import { prepareTeamPython, type PrepareTeamPythonInput } from './python.ts';
import { prepareQuestion } from './question.ts';

/**
 * Creates the activities of live runs of teams' verticals that come in addition to their steps and the agent
 * loop.
 */
export const createTeamLiveActivities = (deps: LiveDependencies) => ({
  performTeamStep: async (input: PerformInput): Promise<ToolOutcome> => performTeamStep(deps, input),
  answerTeamStep: async (input: AnswerInput): Promise<ToolOutcome> => answerTeamStep(deps, input),
  prepareTeamPython: async (input: PrepareTeamPythonInput): Promise<{ readonly job_ref: string }> =>
    prepareTeamPython(deps, input),
  prepareQuestion: async (input: TeamStepInput): Promise<{ readonly asks: boolean }> =>
    prepareQuestion(deps, input),
});

export type TeamLiveActivities = ReturnType<typeof createTeamLiveActivities>;
