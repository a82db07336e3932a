import { activityInfo } from '@temporalio/activity';
import type { Transaction } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { askedBy, type JsonObject, type RowActor } from '../../ledger/index.ts';
import { finishAgentRun } from '../../runs/agent/agent-runs.ts';
import { actorOfEnd, cancelledBy, type Canceller } from '../../runs/cancellation.ts';
import { finishOperatorRun, LAST_SCREEN } from '../../runs/operator/finish.ts';
import { closeActionReviews } from '../../runs/operator/reviews.ts';
import { screenRef } from '../../runs/operator/runs.ts';
import type { AgentDependencies } from '../agent/dependencies.ts';
import type { FinishOperatorInput, OperatorEnd } from './types.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

export type Deps = Pick<AgentDependencies, 'db' | 'ledger'>;

/** Records a run's end and its row, once. */
export const finishOperator = async (deps: Deps, input: FinishOperatorInput): Promise<void> =>
  endOperator(deps, input, askedBy(input.run, writerOf(input.run)));

/** Names the workflow and the activity that write a row of an operator. */
export const writerOf = ({ run_id }: OperatorRunInput): JsonObject => ({
  workflow_id: run_id,
  activity_id: activityInfo().activityId,
});

/** Like {@link finishOperator}, but on behalf of `actor`, for example the reconciler when a run's workflow is gone. */
export const endOperator = async (
  deps: Deps,
  { run, end, step }: FinishOperatorInput,
  actor: RowActor,
): Promise<void> => {
  const ref = { teamId: run.team_id, runId: run.run_id };
  await deps.db.transaction().execute(async (tx) => {
    const hasLastScreen = await isKept(tx, run);
    const ended = await finishOperatorRun(tx, ref, {
      success: end.success,
      result: end.result,
      endedBy: end.ended_by,
      hasLastScreen,
    });
    await finishAgentRun(
      tx,
      { teamId: run.team_id, ledgerRef: run.run_id },
      { status: end.success ? 'succeeded' : 'error', endedBy: end.ended_by },
    );
    if (!ended) return;
    await closeActionReviews(tx, deps.ledger, ref, 'The run ended before an answer.', actor);
    const canceller = await cancellerOf(tx, run, end);
    await deps.ledger.appendIn(tx, {
      teamId: run.team_id,
      ledgerRef: run.run_id,
      step,
      action: 'operator.end',
      governance: 'recorded',
      summary: end.success
        ? 'The operator finished the task.'
        : `The operator did not finish the task (${end.ended_by}).`,
      detail: { success: end.success, ended_by: end.ended_by, ...cancelledBy(end.ended_by, canceller) },
      idemKey: `${run.run_id}/end`,
      actor: actorOfEnd(end.ended_by, canceller, actor, { workflow_id: run.run_id }),
    });
  });
};

const cancellerOf = async (
  tx: Transaction<Database>,
  run: OperatorRunInput,
  end: OperatorEnd,
): Promise<Canceller | undefined> => {
  if (end.ended_by !== 'cancelled') return undefined;
  return tx
    .selectFrom('operator_runs')
    .select(['cancel_requested_by', 'cancel_requested_actor'])
    .where('team_id', '=', run.team_id)
    .where('id', '=', run.run_id)
    .executeTakeFirstOrThrow();
};

const isKept = async (tx: Transaction<Database>, run: OperatorRunInput): Promise<boolean> => {
  const row = await tx
    .selectFrom('case_vault')
    .select('ref')
    .where('team_id', '=', run.team_id)
    .where('ref', '=', screenRef(run.run_id, LAST_SCREEN))
    .executeTakeFirst();
  return row !== undefined;
};
