/** An operator's question to a person before a risky action, and the person's answer, each with its ledger row. */
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { askedBy, type Actor, actedBy } from '../../ledger/index.ts';
import { askForApproval } from '../../runs/operator/finish.ts';
import { type ActionQuestion, openActionReview, closeActionReviews } from '../../runs/operator/reviews.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import { type Deps, writerOf } from './finish-operator.ts';

export interface ApprovalQuestion {
  readonly run: OperatorRunInput;
  readonly step: number;
  readonly question: ActionQuestion;
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
        ...(question.wants !== undefined && { wants: question.wants }),
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
    readonly said: 'approved' | 'refused' | 'no answer' | 'answered' | 'declined';
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
    await deps.ledger.appendIn(
      tx,
      approvalRow(
        run,
        step,
        `said/${id}`,
        'operator.approval',
        WORDS[said],
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

const WORDS = {
  approved: 'The action was approved.',
  refused: 'The action was not approved (refused).',
  'no answer': 'The action was not approved (no answer).',
  answered: 'A person answered the question.',
  declined: 'A person declined to answer the question.',
} as const;

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
