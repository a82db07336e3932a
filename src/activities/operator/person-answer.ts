import type { OperatorAction } from '../../contract/operator-action.ts';
import { REFUSALS } from '../../governance/operators/check-action.ts';
import { maskText } from '../../governance/mask.ts';
import { endOfQuestion } from '../../store/operators/answers.ts';
import type { CallRecord, StepEnd } from './call-record.ts';
import type { DesktopDependencies } from './dependencies.ts';

/** Adds a person's answer to the end of the step that asked. The row has no part of it. */
export const withAnswer = async (
  { db, vaultRing }: Pick<DesktopDependencies, 'db' | 'vaultRing'>,
  { input: { run } }: CallRecord,
  id: string,
  action: OperatorAction,
  end: StepEnd,
): Promise<StepEnd> => {
  if (action.action !== 'ask_person' || end.status !== 'done') return end;
  const ref = { teamId: run.team_id, runId: run.run_id };
  const answer = await endOfQuestion(db, vaultRing, ref, id);
  if (answer.how !== 'answered') return { ...end, status: 'failed', words: REFUSALS[answer.how] };
  const { text } = answer;
  if (text === undefined)
    return { ...end, words: 'The person has finished at the desktop. Look at the screen.' };
  // A person chooses among masked options; the model knows them as it wrote them.
  const chosen = action.options?.find((option) => maskText(option) === text) ?? text;
  return { ...end, words: `The person answered: ${chosen}` };
};
