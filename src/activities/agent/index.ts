import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { EventSink } from '../../events/sink.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Agents } from '../../model/agents.ts';
import type { Turn } from '../../model/client.ts';
import type { Models } from '../../model/providers/models.ts';
import type { AgentSpans } from '../../observability/agent-spans.ts';
import type { SuspensionWatch } from '../../store/switches/watch.ts';
import { modelTurn } from './model-turn.ts';
import { repeatAnswer } from './repeat-answer.ts';
import { answerPython, preparePython } from './python.ts';
import { SharedRequests } from './shared-requests.ts';
import type { CallInput, ToolOutcome, TurnInput, TurnResult } from './types.ts';

/** Dependencies of the agent loop activities. */
export interface AgentDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly suspensions: SuspensionWatch;
  readonly events: EventSink;
  /** Undefined on a worker without a provider key. */
  readonly models: Models | undefined;
  readonly agents: Agents;
  readonly spans: AgentSpans;
}

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

    preparePython: async (
      input: Parameters<typeof preparePython>[1],
    ): Promise<{ readonly job_ref: string }> => preparePython(deps, input),

    answerPython: async (input: Parameters<typeof answerPython>[1]): Promise<ToolOutcome> =>
      answerPython(deps, input),
  };
};

export type AgentActivities = ReturnType<typeof createAgentActivities>;
