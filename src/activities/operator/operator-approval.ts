/** An operator's question to a person before a risky action, and the person's answer, each with its ledger row. */
import type { Transaction } from 'kysely';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import { askedBy, type Actor, actedBy } from '../../ledger/index.ts';
import { askForApproval } from '../../runs/operator/finish.ts';
import { type ActionQuestion, openActionReview, closeActionReviews } from '../../runs/operator/reviews.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import type { Database } from '../../store/db/schema.ts';
import { findAnswer } from '../../store/operators/answers.ts';
import { type Deps, writerOf } from './finish-operator.ts';

export interface ApprovalQuestion {
  readonly run: OperatorRunInput;
  readonly step: number;
  readonly question: ActionQuestion;
}

/** Shows a question to the run's readers and writes the question's row. */
export const askApproval = async (deps: Deps, { run, step, question }: ApprovalQuestion): Promise<void> => {
  const ref = { teamId: run.team_id, runId: run.run_id };
  // The model's own words may concern a person, and rows outlive an erasure. They are sealed in the run's conversation.
  const summary =
    question.wants === undefined ? question.detail : `The operator asked a person (${question.wants}).`;
  await deps.db.transaction().execute(async (tx) => {
    await askForApproval(tx, ref, question);
    const by = { actor: askedBy(run, writerOf(run)), askedBy: run.asked_by ?? null };
    await openActionReview(tx, deps.ledger, ref, question, by);
    await deps.ledger.appendIn(tx, {
      ...approvalRow(run, step, `ask/${question.id}`, 'operator.ask', summary, {
        id: question.id,
        risk: question.risk,
        ...(question.wants !== undefined && { wants: question.wants }),
      }),
      suspendable: scopesOf.operator,
    });
  });
};

/** How a run's wait for an answer ended. */
export interface ApprovalNote {
  readonly run: OperatorRunInput;
  readonly step: number;
  readonly id: string;
  /** The answer that the run received. */
  readonly said: Said;
  /** Whether the model asked, rather than the confirmation policy; absent in older histories. */
  readonly isQuestion?: boolean;
  /** Id of the key or person that answered. */
  readonly key_id?: string;
  /** Who answered; absent if nobody did, and in older histories, which have only a key. */
  readonly actor?: Actor;
}

type Said = keyof typeof WORDS;

/** The answer that counts. */
export type NotedApproval = { readonly approved: boolean };

/**
 * Withdraws a question and writes the row for its answer. The stored answer counts: the run may not have heard of one that was given
 * in its last moment.
 */
export const noteApproval = async (deps: Deps, note: ApprovalNote): Promise<NotedApproval> => {
  const { run, step, id } = note;
  const ref = { teamId: run.team_id, runId: run.run_id };
  return deps.db.transaction().execute(async (tx) => {
    if (note.said === 'no answer')
      await closeActionReviews(tx, deps.ledger, ref, 'Nobody answered in time.', askedBy(run, writerOf(run)));
    // No answer is accepted from here on.
    await askForApproval(tx, ref, undefined);
    const { said, key_id, actor } = { ...note, ...(await storedAnswer(tx, note)) };
    const isNamed = key_id !== undefined && actor?.kind !== 'person';
    const detail = { id, said, ...(isNamed && { key_id }) };
    const key = `said/${id}`;
    await deps.ledger.appendIn(
      tx,
      approvalRow(run, step, key, 'operator.approval', WORDS[said], detail, actor),
    );
    return { approved: said === 'approved' || said === 'answered' };
  });
};

const storedAnswer = async (
  tx: Transaction<Database>,
  { run, id, isQuestion }: ApprovalNote,
): Promise<Pick<ApprovalNote, 'said' | 'key_id' | 'actor'> | undefined> => {
  const answer = await findAnswer(tx, { teamId: run.team_id, runId: run.run_id }, id);
  if (answer === undefined) return undefined;
  const [yes, no] =
    isQuestion === true ? (['answered', 'declined'] as const) : (['approved', 'refused'] as const);
  const { approve, key_id, actor } = answer;
  return { said: approve ? yes : no, key_id, ...(actor !== null && { actor }) };
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
