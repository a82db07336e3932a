import { type Kysely, sql } from 'kysely';
import { actedBy, type Ledger } from '../../ledger/index.ts';
import { subjectOf } from '../../people/subject.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { ReviewRef } from '../../store/reviews/reviews.ts';
import { isToSignal } from '../../store/db/signal-again.ts';
import { recordAnswer } from '../reviews/decide.ts';
import { lockActionReview } from './reviews.ts';
import type { OperatorRunRef } from './runs.ts';
import {
  type Answered,
  type ApprovalAnswer,
  type GivenAnswer,
  storeAnswer,
} from '../../store/operators/answers.ts';

/**
 * Stores the first answer to the question for which a run is waiting, and decides the question's review by it. Locks the run's row,
 * so that the run's end and other answers have to wait.
 */
export const answerQuestion = async (
  db: Kysely<Database>,
  ledger: Ledger,
  ring: KeyRing,
  ref: OperatorRunRef,
  given: GivenAnswer,
): Promise<Answered> =>
  db.transaction().execute(async (tx) => {
    const review = await lockActionReview(tx, ref, given.id);
    const answered = await storeAnswer(tx, ring, ref, given);
    if (review !== undefined && typeof answered !== 'string') {
      const { actor } = given;
      const subject = await subjectOf(tx, ref.teamId, actor);
      const who = { actor, subject, roles: new Set<never>(), by: actedBy(actor) };
      await recordAnswer(tx, ledger, review, who, answered.stands.approve ? 'approve' : 'deny');
    }
    return answered;
  });

const unheard = (db: Pick<Kysely<Database>, 'selectFrom'>) =>
  db
    .selectFrom('operator_answers as a')
    .innerJoin('operator_runs as r', 'r.id', 'a.run_id')
    .select(['a.run_id', 'a.question_id', 'a.approve', 'a.key_id', 'a.actor', 'a.at'])
    .where('r.status', '=', 'running')
    .where((where) =>
      where(where.ref('r.pending_approval', '->>').key('id'), '=', where.ref('a.question_id')),
    );

export interface AnswerToSignal {
  readonly runId: string;
  readonly answer: ApprovalAnswer;
}

const toSignal = ({
  run_id: runId,
  question_id: id,
  at,
  ...answer
}: Awaited<ReturnType<ReturnType<typeof unheard>['execute']>>[number]): AnswerToSignal => ({
  runId,
  answer: { id, ...answer, at: at.toISOString() },
});

/**
 * Claims answers that their runs have not noticed yet, oldest first. A claimed one is not claimed again
 * within 30 s, however many workers look.
 */
export const claimAnswersToSignal = async (
  db: Kysely<Database>,
  limit: number,
): Promise<readonly AnswerToSignal[]> => {
  const rows = await db
    .with('wanted', (cte) =>
      unheard(cte)
        .where(isToSignal('a.told_at'))
        .orderBy('a.at')
        .limit(limit)
        .forNoKeyUpdate('a')
        // Skips an answer that another worker is claiming at this moment.
        .skipLocked(),
    )
    .updateTable('operator_answers as a')
    .from('wanted as w')
    .set({ told_at: sql<Date>`clock_timestamp()` })
    .whereRef('a.run_id', '=', 'w.run_id')
    .whereRef('a.question_id', '=', 'w.question_id')
    .returning(['a.run_id', 'a.question_id', 'a.approve', 'a.key_id', 'a.actor', 'a.at'])
    .execute();
  return rows.map(toSignal);
};

/** Returns the answer that a review gave to an operator that has not noticed it yet. */
export const findAnswerOfReview = async (
  db: Kysely<Database>,
  { teamId, reviewId }: ReviewRef,
): Promise<AnswerToSignal | undefined> => {
  const row = await unheard(db)
    .innerJoin('reviews as v', 'v.run_id', 'a.run_id')
    .where('v.team_id', '=', teamId)
    .where('v.id', '=', reviewId)
    .executeTakeFirst();
  return row && toSignal(row);
};
