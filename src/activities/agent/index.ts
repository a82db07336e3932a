import type { Turn } from '../../model/client.ts';
import { type AskInput, openAsk, settleAsk, type SettledAsk } from './ask.ts';
import type { AgentDependencies } from './dependencies.ts';
import { modelTurn } from './model-turn.ts';
import { repeatAnswer } from './repeat-answer.ts';
import { answerPython, preparePython, type PreparePythonInput } from './python.ts';
import { SharedRequests } from './shared-requests.ts';
import type { CallInput, ToolOutcome, TurnInput, TurnResult } from './types.ts';

/** Creates the activities that every loop uses. */
export const createAgentActivities = (deps: AgentDependencies) => {
  const requests = new SharedRequests<Turn>();
  return {
    modelTurn: async (input: TurnInput): Promise<TurnResult> => modelTurn(deps, requests, input),

    /** Answers a repeated call with the earlier call's result. */
    repeatAnswer: async (input: {
      readonly call: CallInput;
      readonly of: { readonly turn: number; readonly index: number };
    }): Promise<void> => repeatAnswer(deps, input),

    /** Asks a person about a call. */
    openAsk: async (input: AskInput): Promise<{ readonly review_id: string }> => openAsk(deps, input),

    /** Reads a person's answer about a call. */
    settleAsk: async (input: Parameters<typeof settleAsk>[1]): Promise<SettledAsk> => settleAsk(deps, input),

    preparePython: async (input: PreparePythonInput): Promise<{ readonly job_ref: string }> =>
      preparePython(deps, input),

    answerPython: async (input: Parameters<typeof answerPython>[1]): Promise<ToolOutcome> =>
      answerPython(deps, input),
  };
};

export type AgentActivities = ReturnType<typeof createAgentActivities>;
