import type { OperatorAction } from '../../contract/operator-action.ts';
import { checkAction, REFUSALS } from '../../governance/operators/check-action.ts';
import { readActions } from '../../governance/operators/dialects/read-call.ts';
import { maskText } from '../../governance/mask.ts';
import { endOfQuestion } from '../../store/operators/answers.ts';
import type { CallRecord, StepEnd } from './call-record.ts';
import type { DesktopDependencies } from './dependencies.ts';

type Deps = Pick<DesktopDependencies, 'db' | 'vaultRing'>;
type Asking = Extract<OperatorAction, { action: 'ask_person' }>;

/** Adds a person's answer to the end of the step that asked. The row contains no part of it. */
export const withAnswer = async (
  { db, vaultRing }: Deps,
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
  return { ...end, words: wordsOf(action, text) };
};

const wordsOf = ({ options }: Asking, text: string): string => {
  // A person chooses among masked options; the model gets the option as it wrote it.
  const chosen = options?.find((option) => maskText(option) === text) ?? text;
  return `The person answered: ${chosen}`;
};

/**
 * Returns the texts of the answers that a call got before its desktop was lost, because answers outlive the
 * desktop.
 */
export const answersTo = async (
  { db, vaultRing }: Deps,
  { input: { run }, made }: CallRecord,
): Promise<string> => {
  const ref = { teamId: run.team_id, runId: run.run_id };
  const words = [];
  for (const [index, asked] of readActions(made.tool, made.arguments).actions.entries()) {
    const checked = checkAction(asked);
    if (!('action' in checked) || checked.action.action !== 'ask_person') continue;
    const answer = await endOfQuestion(db, vaultRing, ref, `${made.id}/${index}`);
    if (answer.how === 'answered' && answer.text !== undefined)
      words.push(` ${wordsOf(checked.action, answer.text)}`);
  }
  return words.join('');
};
