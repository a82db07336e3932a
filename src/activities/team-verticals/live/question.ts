import { firstTurnOf } from '../../../governance/agent/question-turns.ts';
import { maskJson } from '../../../governance/mask.ts';
import { leftOut } from '../../../governance/team-verticals/done.ts';
import { questionPrompt } from '../../../governance/team-verticals/live/prompt.ts';
import { givenToModel } from '../../../governance/team-verticals/model.ts';
import { textPart } from '../../../model/messages.ts';
import { addMessage } from '../../../runs/agent/transcript.ts';
import type { LiveDependencies } from '../../live/context.ts';
import { openStepRun, type TeamStepInput } from '../step-run.ts';

/**
 * Seals the conversation in which a step asks the model: the document's prompt, then the masked values.
 * @returns whether to ask the model; false if the step is not needed, or if a part of the values is unknown
 */
export const prepareQuestion = async (
  deps: LiveDependencies,
  input: TeamStepInput,
): Promise<{ readonly asks: boolean }> => {
  const { compiled, found, known } = await openStepRun(deps, input);
  const { step } = compiled;
  if (step.do !== 'model') throw new Error(`a step of kind ${step.do} asks no model`);
  if (leftOut(compiled, found) !== undefined) return { asks: false };
  const given = givenToModel(compiled, found);
  if (!('given' in given)) return { asks: false };
  const place = { teamId: input.run.team_id, ledgerRef: input.run.ledger_ref, turn: firstTurnOf(input.n) };
  const messages = [
    { role: 'system', text: questionPrompt(step) },
    { role: 'user', parts: textPart(JSON.stringify(maskJson(JSON.parse(given.given), known))) },
  ] as const;
  for (const [part, message] of messages.entries())
    await addMessage(deps.db, deps.vaultRing, { ...place, part }, message);
  return { asks: true };
};
