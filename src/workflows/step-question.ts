import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { AgentRun, CallInput, ModelUse } from '../activities/agent/types.ts';
import type { TeamStepInput } from '../activities/team-verticals/index.ts';
import type { TeamLiveActivities } from '../activities/team-verticals/live/index.ts';
import { firstTurnOf } from '../governance/agent/question-turns.ts';
import { STEPWISE } from './activity-options.ts';
import { askModel, stopOf } from './agent-loop.ts';
import type { Suspension } from './suspension.ts';

/** The first answer, and one after a correction. */
const MOST_ANSWERS = 2;

const { prepareQuestion } = proxyActivities<Pick<TeamLiveActivities, 'prepareQuestion'>>(STEPWISE);

export interface Answered {
  /** The turn that answers the question; null if the model gave no answer that fits, absent if it was not asked. */
  readonly answer?: number | null;
  readonly used: ModelUse;
  readonly next_step: number;
}

/**
 * Asks the model the question of a step in a conversation of its own. It uses the run's model and counts
 * towards the run's limits.
 * @throws ApplicationFailure if the provider or a limit of the team ends the run
 */
export const askedModel = async (
  input: TeamStepInput,
  { run, call, leftMs }: { readonly run: AgentRun; readonly call: CallInput; readonly leftMs: number },
  { heed }: Suspension,
): Promise<Answered> => {
  let used: ModelUse = { turns: 0, input_tokens: 0, output_tokens: 0, cost: 0 };
  let step = call.step;
  const { asks } = await heed(async () => prepareQuestion(input));
  if (!asks) return { used, next_step: step };
  for (let attempt = 1; attempt <= MOST_ANSWERS; attempt += 1) {
    const turn = firstTurnOf(input.n) + attempt;
    const result = await heed(async () =>
      askModel(leftMs, { run, turn, step, question: input.n }).catch((error: unknown) => {
        const stop = stopOf(error);
        throw stop === undefined ? error : ApplicationFailure.nonRetryable(stop.message, stop.code);
      }),
    );
    step = result.next_step;
    used = {
      turns: used.turns + 1,
      input_tokens: used.input_tokens + result.input_tokens,
      output_tokens: used.output_tokens + result.output_tokens,
      cost: used.cost + result.cost,
    };
    // A limit of the team ends the run. A model that declines only leaves this question unanswered.
    if (result.stop?.code.startsWith('team_') === true)
      throw ApplicationFailure.nonRetryable(result.stop.message, result.stop.code);
    if (result.kind === 'answer') return { answer: turn, used, next_step: step };
    if (result.stop !== null) break;
  }
  return { answer: null, used, next_step: step };
};
