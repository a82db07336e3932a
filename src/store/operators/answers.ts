import type { Kysely, Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { findValue, openValue, sealValue } from '../vault/vault.ts';

/** An answer to a run's question, and who gave it. */
export interface ApprovalAnswer {
  readonly id: string;
  readonly approve: boolean;
  /** Id of the key or person that answered. */
  readonly key_id: string;
  /** Null for answers that earlier releases stored. */
  readonly actor: Actor | null;
  /** RFC 3339 time. */
  readonly at: string;
}

export type Answered =
  /** The given answer is the first one, or repeats it. */
  | { readonly stands: ApprovalAnswer; readonly waiting: boolean }
  /**
   * In this order: the team has no such run; the run has ended; the run is not asking this question; somebody
   * has already given another answer; the answer is not of the kind that the question wants.
   */
  | 'absent'
  | 'ended'
  | 'unknown'
  | 'contradicts'
  | 'unfit';

export type GivenAnswer = Pick<ApprovalAnswer, 'id' | 'approve'> & {
  readonly actor: Actor;
  /** The answer to a question that needs more than an approval. */
  readonly text?: string | undefined;
};

/** Returns the ref under which the text of an answer is sealed. */
export const answerRef = (runId: string, questionId: string): string => `${runId}/answer/${questionId}`;

/** Stores the first answer to the question for which a run is waiting, and locks the run's row. */
export const storeAnswer = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  given: GivenAnswer,
): Promise<Answered> => {
  const run = await tx
    .selectFrom('operator_runs')
    .select(['status', 'pending_approval'])
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  if (run === undefined) return 'absent';
  if (run.status === 'done') return 'ended';
  const question = run.pending_approval;
  const isAsked = question?.id === given.id;
  const first = await findAnswer(tx, { teamId, runId }, given.id);
  if (first !== undefined) {
    const text = await findValue<{ text: string }>(tx, ring, { teamId, ref: answerRef(runId, given.id) });
    if (first.approve !== given.approve || text?.text !== given.text) return 'contradicts';
    const { has_text: _, at, ...said } = first;
    return { stands: { ...said, id: given.id, at: at.toISOString() }, waiting: isAsked };
  }
  if (!isAsked || Date.parse(question.until) <= Date.now()) return 'unknown';
  if (!fits(question, given)) return 'unfit';
  const at = new Date();
  await tx
    .insertInto('operator_answers')
    .values({
      run_id: runId,
      team_id: teamId,
      question_id: given.id,
      approve: given.approve,
      has_text: given.text !== undefined,
      key_id: given.actor.id,
      actor: JSON.stringify(given.actor),
      at,
    })
    .execute();
  const { text, ...said } = given;
  if (text !== undefined)
    await sealValue(tx, ring, { teamId, ref: answerRef(runId, given.id), value: { text } });
  return { stands: { ...said, key_id: given.actor.id, at: at.toISOString() }, waiting: true };
};

/** Returns the answer to a run's question; undefined if there is none. */
export const findAnswer = async (
  db: Kysely<Database>,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  questionId: string,
) =>
  db
    .selectFrom('operator_answers')
    .select(['approve', 'has_text', 'key_id', 'actor', 'at'])
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();

/** Returns whether an answer contains what the question wants, and nothing else. */
const fits = (
  { wants, options }: { readonly wants?: string; readonly options?: readonly string[] },
  { approve, text }: GivenAnswer,
): boolean => {
  if (!approve || wants === undefined || wants === 'take_over') return text === undefined;
  return wants === 'choice' ? options?.includes(text ?? '') === true : text !== undefined;
};

/** The outcome of a question. */
export type QuestionEnd =
  | { readonly how: 'answered'; readonly text: string | undefined }
  | { readonly how: 'declined' | 'no-answer' };

/** Returns the outcome of a question whose wait is over. */
export const endOfQuestion = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  id: string,
): Promise<QuestionEnd> => {
  const answer = await findAnswer(db, { teamId, runId }, id);
  if (answer === undefined) return { how: 'no-answer' };
  if (!answer.approve) return { how: 'declined' };
  if (!answer.has_text) return { how: 'answered', text: undefined };
  const value = await openValue(db, ring, { teamId, ref: answerRef(runId, id) });
  return { how: 'answered', text: String(value['text']) };
};
