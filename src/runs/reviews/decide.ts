import type { Transaction } from 'kysely';
import type { ReviewOption } from '../../contract/review.ts';
import { formatRupees } from '../../governance/amounts.ts';
import { recordable } from '../../governance/recordable.ts';
import type { JsonObject, Ledger, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { emit } from '../../store/outbox/emit.ts';
import { addDecision, closeReview, releaseReview } from '../../store/reviews/change.ts';
import { lockReview, type ReviewRecord, type ReviewRef } from '../../store/reviews/reviews.ts';
import type { ChangedArguments } from './decide-call.ts';
import { lockClaim, priceClaim } from './claim-price.ts';
import { type GivenText, type LookedUpPolicy, type Outcome, REPLACED } from './effect.ts';
import { takeEffect } from './effects.ts';
import { isFirstOfTwo, type Refusal, refuseDecision, type Reviewer } from './may.ts';
import { openForCommittee, openHeldPayout } from './open.ts';
import { recordReview } from './rows.ts';

type Tx = Transaction<Database>;

export interface WantedDecision {
  readonly option: ReviewOption;
  readonly reason: string | undefined;
  readonly note: string | undefined;
  /** Names of the documents that `send_back` asks for. */
  readonly documents?: readonly string[] | undefined;
  /** Only for an approved tool call. */
  readonly changed?: ChangedArguments | undefined;
  /** Only for an approved claim whose policy is in the institution's own system. */
  readonly lookedUp?: LookedUpPolicy | undefined;
  /** For an operator's question. */
  readonly answer?: GivenText | undefined;
  /** Paise that an approval states. */
  readonly amount?: bigint | undefined;
}

/** The decider, and the writer of the row. */
export interface DecidingReviewer extends Reviewer {
  readonly by: RowActor;
}

const MAX_REASON = 1_000;
const MAX_NOTE = 2_000;
const MAX_NAME = 100;

/**
 * Decides a review: the decision, its effect, its row and its event are the caller's one transaction. Of two
 * concurrent decisions the second waits for the first and is then refused.
 * @returns undefined, or why nothing was decided; the caller must then roll back
 * @throws SuspendedError if payouts are suspended at this moment; the caller tries again
 */
export const decideReview = async (
  tx: Tx,
  ledger: Ledger,
  ref: ReviewRef,
  reviewer: DecidingReviewer,
  wanted: WantedDecision,
): Promise<Refusal | undefined> => {
  const review = await lockReview(tx, ref);
  if (review === undefined) return { refused: 'not-found', detail: '' };
  const refusal = refuseDecision(review, reviewer, wanted.option);
  if (refusal !== undefined) return refusal;
  const { amount } = wanted;
  const contradiction = refuseOtherAmount(review, wanted);
  if (contradiction !== undefined) return contradiction;
  const decision = {
    option: wanted.option,
    reason: textOf(wanted.reason, MAX_REASON),
    note: textOf(wanted.note, MAX_NOTE),
    documents: (wanted.documents ?? []).map((name) => recordable(name.trim(), MAX_NAME)),
    ...(amount !== undefined && { amount: formatRupees(amount) }),
  };
  const final = !isFirstOfTwo(review, wanted.option);
  const early = final ? undefined : await refusePrice(tx, review, wanted);
  if (early !== undefined) return refusedBy(early);
  const at = await addDecision(tx, {
    option: decision.option,
    reason: decision.reason,
    note: decision.note,
    documents: decision.documents,
    amount,
    reviewId: review.id,
    n: review.decisions.length + 1,
    by: reviewer.actor,
    decider: reviewer.subject,
    final,
  });
  if (!final) return approveFirst(tx, ledger, review, reviewer, decision);
  const recorded = {
    id: review.id,
    option: decision.option,
    reason: decision.reason,
    at: at.toISOString(),
  };
  const actor = reviewer.by;
  if (wanted.changed !== undefined && review.kind !== 'tool_call')
    return impossible('Only the arguments of a tool call can be changed.');
  if (wanted.answer?.text !== undefined && review.kind !== 'operator')
    return impossible('Only the question of an operator has an answer.');
  const { changed, lookedUp, answer } = wanted;
  const by = reviewer.actor;
  const effect = { review, option: decision.option, amount, recorded, actor, by, changed, lookedUp, answer };
  const outcome = await takeEffect(tx, ledger, effect);
  if ('impossible' in outcome) return refusedBy(outcome);
  await close(tx, ledger, review, reviewer, { decision, changed: outcome.changed });
  return undefined;
};

/**
 * Decides a review by an answer that arrived through another route, whose caller has checked it and put it
 * into effect.
 */
export const recordAnswer = async (
  tx: Tx,
  ledger: Ledger,
  review: ReviewRecord,
  reviewer: DecidingReviewer,
  option: ReviewOption,
): Promise<void> => {
  const decision = { option, reason: null, note: null, documents: [] };
  await addDecision(tx, {
    ...decision,
    amount: undefined,
    reviewId: review.id,
    n: review.decisions.length + 1,
    by: reviewer.actor,
    decider: reviewer.subject,
    final: true,
  });
  await close(tx, ledger, review, reviewer, { decision, changed: {} });
};

type Impossible = Extract<Outcome, { readonly impossible: string }>;

/** Tells the first of two people at once what would prevent the approval of the second. */
const refusePrice = async (
  tx: Tx,
  review: ReviewRecord,
  { amount, lookedUp }: WantedDecision,
): Promise<Impossible | undefined> => {
  if (review.subject.kind !== 'claim') return undefined;
  const claim = await lockClaim(tx, { review, lookedUp });
  if (claim === undefined) return { impossible: REPLACED };
  const price = await priceClaim(tx, { review, amount, lookedUp }, claim);
  return 'impossible' in price ? price : undefined;
};

const refusedBy = ({ impossible: detail, because }: Impossible): Refusal => ({
  refused: because ?? 'review-impossible',
  detail,
});

const impossible = (detail: string): Refusal => ({ refused: 'review-impossible', detail });

/** With two approvals, the second person approves exactly what the first one did. */
const refuseOtherAmount = (
  { decisions, kind, subject }: ReviewRecord,
  { option, amount }: WantedDecision,
): Refusal | undefined => {
  if (amount !== undefined && subject.kind !== 'claim')
    return impossible(`The amount of a ${kind} cannot be changed.`);
  const first = decisions[0];
  if (option !== 'approve' || first === undefined) return undefined;
  const stated = first.amount_paise == null ? undefined : BigInt(first.amount_paise);
  if (stated === amount) return undefined;
  return impossible(
    stated === undefined
      ? 'The first person approved without stating an amount. Leave it out, or choose another option.'
      : `The first person approved ${formatRupees(stated)}. State the same amount, or choose another option.`,
  );
};

const textOf = (text: string | undefined, max: number): string | null =>
  text === undefined ? null : recordable(text.trim(), max);

interface Decision {
  readonly option: ReviewOption;
  readonly reason: string | null;
  readonly note: string | null;
  readonly documents: readonly string[];
  /** Rupees. */
  readonly amount?: string;
}

/** Stores the first of two approvals and releases the review for the second person. */
const approveFirst = async (
  tx: Tx,
  ledger: Ledger,
  review: ReviewRecord,
  { by }: DecidingReviewer,
  decision: Decision,
): Promise<undefined> => {
  await releaseReview(tx, review.id);
  await recordReview(tx, ledger, {
    teamId: review.team_id,
    reviewId: review.id,
    action: 'review.approved_first',
    summary: 'A first person approved; a second person has to approve as well.',
    detail: { ...decision, evidence_sha256: review.evidence_sha256 },
    actor: by,
  });
};

const close = async (
  tx: Tx,
  ledger: Ledger,
  review: ReviewRecord,
  { by }: DecidingReviewer,
  { decision, changed }: { readonly decision: Decision; readonly changed: JsonObject },
): Promise<void> => {
  const { id, team_id: teamId, run_id, ledger_ref, kind } = review;
  await closeReview(tx, id, 'decided');
  const ids = {
    review_id: id,
    kind,
    option: decision.option,
    ...(run_id !== null && { run_id }),
    ledger_ref,
  };
  await emit(tx, { teamId, type: 'review.decided', subject: id, ids });
  await recordReview(tx, ledger, {
    teamId,
    reviewId: id,
    action: 'review.decided',
    summary: `A person chose ${decision.option.replace('_', ' ')}${review.decisions.length === 0 ? '' : ', as the second of two'}.`,
    detail: {
      ...decision,
      run_id,
      ledger_ref,
      subject: { ...review.subject },
      evidence_sha256: review.evidence_sha256,
      changed,
    },
    actor: by,
    // A payout was queued only if payouts are not suspended when the row is appended.
    ...(changed['payout'] === 'queued' && { suspendable: ['payouts'] }),
  });
  if (decision.option === 'refer') await openForCommittee(tx, ledger, id, by);
  if (changed['payout'] === 'held' && run_id !== null)
    await openHeldPayout(tx, ledger, { teamId, runId: run_id, ledgerRef: ledger_ref }, by);
};
