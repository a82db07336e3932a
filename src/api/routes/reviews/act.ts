import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Operation } from '../../../contract/operation.ts';
import {
  claimReview,
  commentReview,
  decideReview,
  releaseReview,
} from '../../../contract/operations/reviews.ts';
import type { decideReviewBody } from '../../../contract/review.ts';
import { parseRupees } from '../../../governance/amounts.ts';
import { newLedgerRef } from '../../../ids.ts';
import { actorOf } from '../../../ledger/index.ts';
import { subjectOf } from '../../../people/subject.ts';
import {
  claimReview as claim,
  commentReview as comment,
  releaseReview as release,
} from '../../../runs/reviews/claim.ts';
import { decideReview as decide, type DecidingReviewer } from '../../../runs/reviews/decide.ts';
import { findAnswerOfReview } from '../../../runs/operator/answers.ts';
import type { Refusal } from '../../../runs/reviews/may.ts';
import { reviewRow } from '../../../runs/reviews/rows.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { findCallOfReview } from '../../../store/reviews/asked-calls.ts';
import { findReview, type ReviewRef } from '../../../store/reviews/reviews.ts';
import { afterGivingWay, SuspendedError } from '../../../store/switches/suspended.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { wakeRuns } from '../../safety/wake-runs.ts';
import { suspendedProblem } from '../../safety/refuse-suspended.ts';
import { expectMayAct, rolesOfCaller } from '../../reviews/may-act.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { lookUpPolicy } from './look-up-policy.ts';
import { showReview } from './show.ts';

type Tx = Transaction<Database>;

interface ActCall {
  readonly caller: Caller;
  readonly requestId: string;
  readonly params: { readonly id: string };
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

type Act = (tx: Tx, ref: ReviewRef, reviewer: DecidingReviewer) => Promise<Refusal | undefined>;

class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** Performs an act on a review in one transaction, once per Idempotency-Key. A refused act changes nothing. */
const perform = async (operation: Operation, call: ActCall, services: Services, act: Act): Promise<Reply> => {
  const ref = { teamId: call.caller.teamId, reviewId: call.params.id };
  await expectMayAct(services, ref, call.caller);
  const accept = async (tx: Tx) => {
    const refusal = await act(tx, ref, await reviewerOf(tx, call));
    if (refusal !== undefined) throw new RefusedError(refusal);
    return { status: 200, body: showReview((await findReview(tx, ref))!) };
  };
  try {
    return await answerOnce(operation, call, services, accept);
  } catch (error) {
    if (error instanceof SuspendedError) throw suspendedProblem(error.scope);
    if (!(error instanceof RefusedError)) throw error;
    await recordRefusal(call, services, error.refusal);
    throw problemOf(error.refusal);
  }
};

const reviewerOf = async (tx: Tx, { caller, requestId }: ActCall): Promise<DecidingReviewer> => ({
  actor: caller.actor,
  subject: await subjectOf(tx, caller.teamId, caller.actor),
  roles: rolesOfCaller(caller),
  by: actorOf(caller, requestId),
});

const problemOf = ({ refused, detail }: Refusal): ProblemError => {
  if (refused === 'not-found') return new ProblemError('not-found');
  if (refused !== 'unknown-option') return new ProblemError(refused, { detail });
  return new ProblemError('invalid-request', {
    errors: [{ in: 'body', pointer: '/option', message: detail }],
  });
};

/** Records an attempt to decide a review that the caller may not decide. */
const recordRefusal = async (
  { caller, requestId, params }: ActCall,
  { ledger }: Services,
  { refused, detail }: Refusal,
): Promise<void> => {
  if (refused !== 'role-missing' && refused !== 'another-person-needed') return;
  await ledger.append(
    reviewRow({
      teamId: caller.teamId,
      reviewId: params.id,
      action: 'review.refused',
      key: newLedgerRef('refuse'),
      summary: `Refused: ${detail}`,
      detail: { code: refused },
      actor: actorOf(caller, requestId),
    }),
  );
};

export const claimReviewRoute = route(claimReview, async (call, services) =>
  perform(claimReview, call, services, async (tx, ref, reviewer) =>
    claim(tx, services.ledger, ref, reviewer),
  ),
);

export const releaseReviewRoute = route(releaseReview, async (call, services) =>
  perform(releaseReview, call, services, async (tx, ref, reviewer) =>
    release(tx, services.ledger, ref, reviewer),
  ),
);

export const commentReviewRoute = route(commentReview, async (call, services) =>
  perform(commentReview, call, services, async (tx, ref, reviewer) =>
    comment(tx, services.ledger, ref, reviewer, call.body.text),
  ),
);

export const decideReviewRoute = route(decideReview, async (call, services) => decideFor(call, services));

/** A decision about a review, whichever route it came by. */
export type DecideCall = Omit<ActCall, 'body'> & { readonly body: z.output<typeof decideReviewBody> };

/**
 * Decides a review and notifies the run that waits for it.
 * @throws ProblemError if the decision is refused
 */
export const decideFor = async (call: DecideCall, services: Services): Promise<Reply> => {
  const { arguments: given, answer: text, ...wanted } = call.body;
  const answer = { text, ring: services.rings.vault };
  const changed = given && { arguments: given, ring: services.rings.vault };
  const review = { teamId: call.caller.teamId, reviewId: call.params.id };
  // Checked first, because a caller who may not decide must not make the service ask the institution's
  // system.
  await expectMayAct(services, review, call.caller);
  const lookedUp = wanted.option === 'approve' ? await lookUpPolicy(services, review) : undefined;
  const attempt = async (): Promise<Reply> =>
    afterGivingWay(async () =>
      perform(decideReview, call, services, async (tx, ref, reviewer) =>
        decide(tx, services.ledger, ref, reviewer, {
          option: wanted.option,
          reason: wanted.reason,
          note: wanted.note,
          documents: wanted.documents,
          amount: parseRupees(wanted.approved_amount),
          changed,
          lookedUp,
          answer,
        }),
      ),
    );
  // If payouts are suspended just as the payout is queued, the second attempt holds it instead.
  const reply = await attempt().catch(async (error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== 'suspended') throw error;
    return attempt();
  });
  void tell(services, review);
  return reply;
};

/** Notifies the waiting run, and ends the review's timers early. If that fails, the reconciler repeats it. */
const tell = async (
  services: Pick<Services, 'workflows' | 'db' | 'log'>,
  review: ReviewRef,
): Promise<void> => {
  const { workflows, db, log } = services;
  try {
    const asked = await findCallOfReview(db, review.reviewId);
    if (asked !== undefined)
      await workflows.signalReviewClosed({ runId: asked.run_id, reviewId: review.reviewId });
    const answered = await findAnswerOfReview(db, review);
    if (answered !== undefined) await workflows.approveOperator(answered.runId, answered.answer);
    if ((await findReview(db, review))?.kind === 'switch') await wakeRuns(services, review.teamId);
    await workflows.wakeReview(review);
  } catch (error) {
    log.info({ error }, 'the workflow of a review will be signalled later');
  }
};
