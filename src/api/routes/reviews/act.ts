import type { Transaction } from 'kysely';
import type { Operation } from '../../../contract/operation.ts';
import {
  claimReview,
  commentReview,
  decideReview,
  releaseReview,
} from '../../../contract/operations/reviews.ts';
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
import type { Refusal } from '../../../runs/reviews/may.ts';
import { reviewRow } from '../../../runs/reviews/rows.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { findReview, type ReviewRef } from '../../../store/reviews/reviews.ts';
import { SuspendedError } from '../../../store/switches/suspended.ts';
import { ProblemError } from '../../http/problem.ts';
import { accepted } from '../../runs/idempotent.ts';
import { suspendedProblem } from '../../safety/refuse-suspended.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
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
  const accept = async (tx: Tx) => {
    const refusal = await act(tx, ref, await reviewerOf(tx, call));
    if (refusal !== undefined) throw new RefusedError(refusal);
    return { status: 200, body: showReview((await findReview(tx, ref))!) };
  };
  try {
    const { answer, replayed } = await accepted(operation, call, services, accept);
    return { ...answer, ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }) };
  } catch (error) {
    if (error instanceof SuspendedError) throw suspendedProblem(error.scope);
    if (!(error instanceof RefusedError)) throw error;
    await recordRefusal(call, services, error.refusal);
    throw problemOf(error.refusal);
  }
};

/** A key acts as a reviewer, whoever issued it: what the committee alone may do takes a person who has signed in. */
const reviewerOf = async (tx: Tx, { caller, requestId }: ActCall): Promise<DecidingReviewer> => ({
  actor: caller.actor,
  subject: await subjectOf(tx, caller.teamId, caller.actor),
  roles: caller.person?.roles ?? new Set(['reviewer']),
  by: actorOf(caller, requestId),
});

const problemOf = ({ refused, detail }: Refusal): ProblemError => {
  if (refused === 'not-found') return new ProblemError('not-found');
  if (refused !== 'unknown-option') return new ProblemError(refused, { detail });
  return new ProblemError('invalid-request', {
    errors: [{ in: 'body', pointer: '/option', message: detail }],
  });
};

/** Records that somebody tried to decide what they may not decide. */
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

export const decideReviewRoute = route(decideReview, async (call, services) => {
  const { option, reason, note } = call.body;
  const amount = parseRupees(call.body.approved_amount);
  const attempt = async (): Promise<Reply> =>
    perform(decideReview, call, services, async (tx, ref, reviewer) =>
      decide(tx, services.ledger, ref, reviewer, { option, reason, note, amount }),
    );
  // If payouts are suspended just as the payout is queued, the second attempt holds it instead.
  const reply = await attempt().catch(async (error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== 'suspended') throw error;
    return attempt();
  });
  void tellClock(services, { teamId: call.caller.teamId, reviewId: call.params.id });
  return reply;
});

/** Ends the review's timers early. If that fails, the reconciler repeats it. */
const tellClock = async (
  { workflows, log }: Pick<Services, 'workflows' | 'log'>,
  review: ReviewRef,
): Promise<void> => {
  try {
    await workflows.wakeReview(review);
  } catch (error) {
    log.info({ error }, 'the workflow of a review will be told later');
  }
};
