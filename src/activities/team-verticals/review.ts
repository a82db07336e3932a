import type { Transaction } from 'kysely';
import type { StepOf } from '../../contract/team-vertical.ts';
import { maskJson } from '../../governance/mask.ts';
import { timesOf } from '../../governance/reviews/times.ts';
import type { Reason } from '../../governance/rules/reason.ts';
import { leftOut, type StepDone } from '../../governance/team-verticals/done.ts';
import { evidenceOfStep } from '../../runs/reviews/evidence.ts';
import { openReview } from '../../runs/reviews/insert.ts';
import { supersede } from '../../runs/reviews/supersede.ts';
import { subjectOf } from '../../people/subject.ts';
import type { Database } from '../../store/db/schema.ts';
import { endReviewWait, lockAskingRun, noteReviewWait } from '../../store/reviews/asking-runs.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { lockReview, type ReviewRecord } from '../../store/reviews/reviews.ts';
import { newestStepReview } from '../../store/reviews/step-reviews.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { RefusedError } from '../common/failures.ts';
import { actorOfStep, openStepRun, type StepRun, type TeamStepInput } from './step-run.ts';
import { ENDED, lockRun, storeStep, type TeamStepDone } from './store-step.ts';

type Tx = Transaction<Database>;

export type SettledReview =
  { readonly state: 'open' } | { readonly state: 'done'; readonly done: TeamStepDone };

const refOf = ({ run }: TeamStepInput) => ({
  teamId: run.team_id,
  runId: run.run_id,
  ledgerRef: run.ledger_ref,
});

/** Opens the review of a step, once, and says in the run that it waits. A step that is not needed is done at once. */
export const openStepReview = async (
  deps: ActivityDependencies,
  input: TeamStepInput,
): Promise<SettledReview> => {
  const run = await openStepRun(deps, input);
  const left = leftOut(run.compiled, run.found);
  if (left !== undefined) return { state: 'done', done: await storeStep(deps, run, async () => left) };
  await deps.db.transaction().execute(async (tx) => open(tx, deps, run));
  return { state: 'open' };
};

const open = async (tx: Tx, deps: ActivityDependencies, run: StepRun): Promise<void> => {
  const { input, compiled, found, known } = run;
  const step = compiled.step as StepOf<'review'>;
  const ref = refOf(input);
  const runs = await lockRun(tx, input);
  if ((await newestStepReview(tx, ref, step.id)) !== undefined) return;
  // Nobody would close the review of a run that has ended.
  if (!runs) throw new RefusedError(ENDED);
  const asking = await lockAskingRun(tx, ref);
  const { policy } = await policyOf(tx, ref.teamId);
  const by = asking.askedBy;
  const reviewId = await openReview(tx, deps.ledger, {
    ...ref,
    kind: 'step',
    vertical: asking.vertical,
    reasons: maskJson(found.reasons, known) as readonly Reason[],
    risk: null,
    evidence: await evidenceOfStep(
      tx,
      { ...ref, caseId: asking.caseId },
      { step: step.id, question: step.question },
    ),
    asked: ['reviewer'],
    fourEyes: false,
    submittedBy: by,
    submitter: by === null ? null : await subjectOf(tx, ref.teamId, by),
    times: timesOf(policy, null, new Date()),
    actor: actorOfStep(input),
  });
  await noteReviewWait(tx, ref, { review_id: reviewId, tool: step.id, since: new Date().toISOString() });
};

/**
 * Reads a person's answer at a step, and stores it as the step's result.
 * @param gives_up whether the run has waited too long in all; an open review is then closed without an
 * approval
 */
export const settleStepReview = async (
  deps: ActivityDependencies,
  { gives_up: givesUp, ...input }: TeamStepInput & { readonly gives_up: boolean },
): Promise<SettledReview> => {
  const run = await openStepRun(deps, input);
  const { step } = run.compiled;
  const ref = refOf(input);
  const settle = async (tx: Tx): Promise<StepDone | undefined> => {
    await lockAskingRun(tx, ref);
    const review = await lockNewest(tx, ref, step.id);
    if (review.state === 'open') {
      if (!givesUp) {
        // By now, the committee may be asked in place of a reviewer.
        await noteReviewWait(tx, ref, {
          review_id: review.id,
          tool: step.id,
          since: review.created_at.toISOString(),
        });
        return undefined;
      }
      await supersede(
        tx,
        deps.ledger,
        review,
        'The run has waited too long for an answer.',
        actorOfStep(input),
      );
    }
    await endReviewWait(tx, ref);
    return answerOf(review);
  };
  const done = await storeStep(deps, run, settle);
  return done === undefined ? { state: 'open' } : { state: 'done', done };
};

/**
 * Locks the newest review of a step. Referring a review closes it and opens the next one in the same
 * transaction, so the newest review before the lock may no longer be the newest.
 */
const lockNewest = async (
  tx: Tx,
  ref: { readonly teamId: string; readonly runId: string },
  step: string,
): Promise<ReviewRecord> => {
  for (;;) {
    const { id } = (await newestStepReview(tx, ref, step))!;
    const review = (await lockReview(tx, { teamId: ref.teamId, reviewId: id }))!;
    if ((await newestStepReview(tx, ref, step))!.id === id) return review;
  }
};

const answerOf = ({ id, state, decisions }: ReviewRecord): StepDone => {
  const last = decisions.at(-1);
  if (state !== 'decided' || last === undefined)
    return {
      value: { asked: false, approved: false },
      reasons: [{ code: 'REVIEW-UNANSWERED', detail: 'nobody answered in time' }],
      summary: 'Nobody answered in time.',
      detail: { review_id: id, asked: true, answered: false },
    };
  const approved = last.option === 'approve';
  return {
    value: { asked: true, approved },
    reasons: [],
    summary: approved ? 'A person approved.' : 'A person denied.',
    detail: { review_id: id, asked: true, answered: true, approved, reason: last.reason },
  };
};
