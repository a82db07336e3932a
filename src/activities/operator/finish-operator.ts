import { activityInfo } from '@temporalio/activity';
import type { Transaction } from 'kysely';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import type { Database } from '../../store/db/schema.ts';
import { actedBy, type Actor, askedBy, type JsonObject, type RowActor } from '../../ledger/index.ts';
import { finishAgentRun } from '../../runs/agent/agent-runs.ts';
import { actorOfEnd, cancelledBy, type Canceller } from '../../runs/cancellation.ts';
import { askForApproval, finishOperatorRun, LAST_SCREEN } from '../../runs/operator/finish.ts';
import { closeActionReviews, openActionReview } from '../../runs/operator/reviews.ts';
import { screenRef } from '../../runs/operator/runs.ts';
import type { AgentDependencies } from '../agent/dependencies.ts';
import type { FinishOperatorInput, OperatorEnd } from './types.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

type Deps = Pick<AgentDependencies, 'db' | 'ledger'>;

/** Records a run's end and its row, once. */
export const finishOperator = async (deps: Deps, input: FinishOperatorInput): Promise<void> =>
  endOperator(deps, input, askedBy(input.run, writerOf(input.run)));

const writerOf = ({ run_id }: OperatorRunInput): JsonObject => ({
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

export interface ApprovalQuestion {
  readonly run: OperatorRunInput;
  readonly step: number;
  readonly question: {
    readonly id: string;
    readonly risk: string;
    readonly detail: string;
    readonly until: string;
  };
}

/** Shows a question to the run's readers and writes the question's row. */
export const askApproval = async (deps: Deps, { run, step, question }: ApprovalQuestion): Promise<void> => {
  const ref = { teamId: run.team_id, runId: run.run_id };
  await deps.db.transaction().execute(async (tx) => {
    await askForApproval(tx, ref, question);
    const by = { actor: askedBy(run, writerOf(run)), askedBy: run.asked_by ?? null };
    await openActionReview(tx, deps.ledger, ref, question, by);
    await deps.ledger.appendIn(tx, {
      ...approvalRow(run, step, `ask/${question.id}`, 'operator.ask', question.detail, {
        id: question.id,
        risk: question.risk,
      }),
      suspendable: scopesOf.operator,
    });
  });
};

/** Withdraws a question and writes the row for its answer. */
export const noteApproval = async (
  deps: Deps,
  input: {
    readonly run: OperatorRunInput;
    readonly step: number;
    readonly id: string;
    readonly said: 'approved' | 'refused' | 'no answer';
    /** Id of the key or person that answered. */
    readonly key_id?: string;
    /** Who answered; absent if nobody did, and in histories from before answers named more than a key. */
    readonly actor?: Actor;
  },
): Promise<void> => {
  const { run, step, id, said, key_id, actor } = input;
  const ref = { teamId: run.team_id, runId: run.run_id };
  await deps.db.transaction().execute(async (tx) => {
    if (said === 'no answer')
      await closeActionReviews(tx, deps.ledger, ref, 'Nobody answered in time.', askedBy(run, writerOf(run)));
    await askForApproval(tx, ref, undefined);
    const words = `The action was ${said === 'approved' ? 'approved' : `not approved (${said})`}.`;
    await deps.ledger.appendIn(
      tx,
      approvalRow(
        run,
        step,
        `said/${id}`,
        'operator.approval',
        words,
        {
          id,
          said,
          ...(key_id !== undefined && actor?.kind !== 'person' && { key_id }),
        },
        actor,
      ),
    );
  });
};

const approvalRow = (
  run: OperatorRunInput,
  step: number,
  key: string,
  action: string,
  summary: string,
  detail: Readonly<Record<string, string>>,
  actor?: Actor,
) => ({
  teamId: run.team_id,
  ledgerRef: run.run_id,
  step,
  action,
  governance: 'confirmation',
  summary,
  detail: { ...detail },
  idemKey: `${run.run_id}/${key}`,
  actor: actor === undefined ? askedBy(run, writerOf(run)) : actedBy(actor, writerOf(run)),
});
