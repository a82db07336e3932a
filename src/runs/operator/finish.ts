import { sql, type Transaction } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { emit } from '../../store/outbox/emit.ts';
import type { ActionQuestion } from './reviews.ts';
import type { OperatorRunRef } from './runs.ts';

/** Step number of the screenshot taken before a desktop is destroyed. */
export const LAST_SCREEN = 0;

/**
 * Records a run's end, including the step with the last screenshot. Marks steps whose end was not recorded as interrupted.
 * @returns false when the run has already ended
 */
export const finishOperatorRun = async (
  tx: Transaction<Database>,
  { teamId, runId }: OperatorRunRef,
  end: {
    readonly success: boolean;
    readonly result: string | undefined;
    readonly endedBy: string;
    readonly hasLastScreen: boolean;
  },
): Promise<boolean> => {
  await tx
    .updateTable('operator_steps')
    .set({ status: 'interrupted' })
    .where('run_id', '=', runId)
    .where('team_id', '=', teamId)
    .where('status', '=', 'begun')
    .execute();
  const last = await tx
    .selectFrom('operator_steps')
    .select(({ fn }) => fn.max('n').as('n'))
    .where('run_id', '=', runId)
    .where('team_id', '=', teamId)
    .where('screenshot_sha256', 'is not', null)
    .executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable('operator_runs')
    .set({
      status: 'done',
      success: end.success,
      // If the model finished by itself, keeps the model's own account of its work.
      result: end.result ?? sql<string>`coalesce(result, '')`,
      ended_by: end.endedBy,
      final_step: end.hasLastScreen ? LAST_SCREEN : (last?.n ?? null),
      pending_approval: null,
      finished_at: new Date(),
    })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await emit(tx, { teamId, type: 'operator.done', subject: runId, ids: { run_id: runId } });
  return true;
};

/** Shows a question to a person, or removes it if `question` is undefined. */
export const askForApproval = async (
  tx: Transaction<Database>,
  { teamId, runId }: OperatorRunRef,
  question:
    ActionQuestion | undefined,
): Promise<void> => {
  await tx
    .updateTable('operator_runs')
    .set({ pending_approval: question === undefined ? null : JSON.stringify(question) })
    .where('team_id', '=', teamId)
    .where('id', '=', runId)
    .where('status', '=', 'running')
    .execute();
  if (question === undefined) return;
  await emit(tx, {
    teamId,
    type: 'operator.approval_needed',
    subject: runId,
    key: `${runId}/${question.id}`,
    ids: { run_id: runId, question_id: question.id },
  });
};
