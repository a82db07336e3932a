import type { Kysely } from 'kysely';
import type { OperatorQuestionBody } from '../../contract/operator.ts';
import { maskText } from '../../governance/mask.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { answerRef } from '../../store/operators/answers.ts';
import { findValue } from '../../store/vault/vault.ts';
import type { OperatorRunRef } from './runs.ts';

/** A question as its review keeps it. An erasure leaves nothing of it. */
interface AskedAction {
  readonly risk?: string;
  readonly detail?: string;
  readonly wants?: 'text' | 'choice' | 'take_over';
  readonly options?: readonly string[];
}

/** Returns everything that a run asked people, with their answers; undefined if the team has no such run. */
export const readQuestions = async (
  db: Kysely<Database>,
  ring: KeyRing,
  ref: OperatorRunRef,
): Promise<readonly OperatorQuestionBody[] | undefined> => {
  const { teamId, runId } = ref;
  const run = await db
    .selectFrom('operator_runs')
    .select('pending_approval')
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (run === undefined) return undefined;
  const questions = [];
  for (const row of await askedBy(db, ref)) {
    const { id, said, hasText } = row;
    const { risk, detail, wants, options } = row.action;
    questions.push({
      id,
      risk: risk ?? null,
      wants: wants ?? (row.isQuestion ? null : 'approval'),
      detail: detail ?? null,
      options: options === undefined ? null : [...options],
      state: stateOf(said, { isWaiting: run.pending_approval?.id === id, isQuestion: row.isQuestion }),
      answer: hasText ? await answerOf(db, ring, ref, id) : null,
      answered_by: row.actor,
      asked_at: row.asked_at.toISOString(),
      answered_at: row.answered_at?.toISOString() ?? null,
    } as const);
  }
  return questions;
};

const askedBy = async (db: Kysely<Database>, { teamId, runId }: OperatorRunRef) => {
  const rows = await db
    .selectFrom('reviews as r')
    .leftJoin('operator_answers as a', (join) =>
      join
        .onRef('a.run_id', '=', 'r.run_id')
        .on((on) => on(on.ref('r.subject', '->>').key('id'), '=', on.ref('a.question_id'))),
    )
    .select([
      'r.subject',
      'r.reasons',
      'r.evidence',
      'r.created_at as asked_at',
      'a.approve',
      'a.has_text',
      'a.actor',
      'a.at as answered_at',
    ])
    .where('r.team_id', '=', teamId)
    .where('r.run_id', '=', runId)
    .where('r.kind', '=', 'operator')
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
  return rows.map(({ subject, reasons, evidence, approve, has_text, ...row }) => ({
    ...row,
    id: subject.id ?? '',
    said: approve,
    hasText: has_text === true,
    isQuestion: reasons.some(({ code }) => code === 'QUESTION'),
    action: (evidence['action'] ?? {}) as AskedAction,
  }));
};

const stateOf = (
  said: boolean | null,
  { isWaiting, isQuestion }: { readonly isWaiting: boolean; readonly isQuestion: boolean },
): OperatorQuestionBody['state'] => {
  if (said === null) return isWaiting ? 'waiting' : 'no_answer';
  if (isQuestion) return said ? 'answered' : 'declined';
  return said ? 'approved' : 'refused';
};

const answerOf = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, runId }: OperatorRunRef,
  id: string,
): Promise<string | null> => {
  const sealed = await findValue<{ text: string }>(db, ring, { teamId, ref: answerRef(runId, id) });
  return sealed === undefined ? null : maskText(sealed.text);
};
