import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Database } from '../db/schema.ts';

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
   * In this order: the team has no such run; the run has ended; the run is not asking this question; somebody has already given
   * the opposite answer.
   */
  | 'absent'
  | 'ended'
  | 'unknown'
  | 'contradicts';

export type GivenAnswer = Pick<ApprovalAnswer, 'id' | 'approve'> & { readonly actor: Actor };

/** Stores the first answer to the question for which a run is waiting, and locks the run's row. */
export const storeAnswer = async (
  tx: Transaction<Database>,
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
  const first = await tx
    .selectFrom('operator_answers')
    .select(['approve', 'key_id', 'actor', 'at'])
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('question_id', '=', given.id)
    .executeTakeFirst();
  if (first !== undefined) {
    if (first.approve !== given.approve) return 'contradicts';
    return { stands: { ...first, id: given.id, at: first.at.toISOString() }, waiting: isAsked };
  }
  if (!isAsked || Date.parse(question.until) <= Date.now()) return 'unknown';
  const at = new Date();
  await tx
    .insertInto('operator_answers')
    .values({
      run_id: runId,
      team_id: teamId,
      question_id: given.id,
      approve: given.approve,
      key_id: given.actor.id,
      actor: JSON.stringify(given.actor),
      at,
    })
    .execute();
  return { stands: { ...given, key_id: given.actor.id, at: at.toISOString() }, waiting: true };
};
