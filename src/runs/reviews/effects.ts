import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { ReviewOption } from '../../contract/review.ts';
import { formatRupees } from '../../governance/amounts.ts';
import type { JsonObject, Ledger, RowActor } from '../../ledger/index.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { RecordedReview } from '../../store/db/reviews-schema.ts';
import { SUSPENDED_REASON } from '../../store/records/held-payouts.ts';
import {
  type LockedPayout,
  lockPayout,
  type PolicyRoom,
  queuePayout,
  withdrawPayout,
} from '../../store/records/payouts.ts';
import { lockPolicy, lockPolicyNumber } from '../../store/records/policies.ts';
import { answerAskedAct } from '../../store/agent-acts/asked.ts';
import { isServed } from '../../store/connectors/connectors.ts';
import type { ReviewRecord } from '../../store/reviews/reviews.ts';
import { type ChangedArguments, decideCall } from './decide-call.ts';
import { storeAnswer } from '../../store/operators/answers.ts';
import { releasePayout } from '../payouts.ts';
import { decideSwitch } from './switch.ts';

type Tx = Transaction<Database>;

/** A final decision that is about to take effect. */
export interface Effect {
  readonly review: ReviewRecord;
  readonly option: ReviewOption;
  /** Paise that an approval states. */
  readonly amount: bigint | undefined;
  readonly recorded: RecordedReview;
  readonly actor: RowActor;
  readonly by: Actor;
  readonly changed?: ChangedArguments | undefined;
  readonly lookedUp?: LookedUpPolicy | undefined;
  readonly answer?: GivenText | undefined;
}

/** A person's answer to an operator's question, and the ring that seals it. */
export interface GivenText {
  readonly text: string | undefined;
  readonly ring: KeyRing;
}

/** A policy as stored in the institution's own system at the moment of the decision. */
export interface LookedUpPolicy {
  readonly number: string;
  /** Undefined if that system has no such policy. */
  readonly policy: PolicyRoom | undefined;
  /** Where the answer came from, when, and its hash. */
  readonly source: JsonObject;
}

/**
 * The changes that a decision made, for its row; or why it cannot take effect, for the person who decided.
 */
export type Outcome = { readonly changed: JsonObject } | { readonly impossible: string };

const REPLACED = 'The case was submitted again, and its new run has replaced this one.';

/** Puts a decision into effect in the transaction that records it. */
export const takeEffect = async (tx: Tx, ledger: Ledger, effect: Effect): Promise<Outcome> => {
  const { subject } = effect.review;
  if (subject.kind === 'claim') return decideClaim(tx, effect);
  if (subject.kind === 'payout') return decidePayout(tx, ledger, effect);
  if (subject.kind === 'ticket') return decideTicket(tx, effect);
  if (subject.kind === 'tool_call') return decideCall(tx, effect);
  if (subject.kind === 'action') return decideAction(tx, effect);
  if (subject.kind === 'switch') return decideSwitch(tx, ledger, effect);
  if (subject.kind === 'act') return decideAct(tx, effect);
  return { changed: {} };
};

/** Stores the answer about an act. The agent gets it when it asks again. */
const decideAct = async (tx: Tx, { review, option }: Effect): Promise<Outcome> => {
  const approved = option === 'approve';
  await answerAskedAct(tx, review.id, approved);
  return { changed: { approved } };
};

/** Answers an operator's question, as its own route does. */
const decideAction = async (tx: Tx, { review, option, by, answer }: Effect): Promise<Outcome> => {
  const ref = { teamId: review.team_id, runId: review.run_id ?? '' };
  const approve = option === 'approve';
  if (answer === undefined) return { impossible: 'An operator is answered at the operator itself.' };
  const given = { id: review.subject.id ?? '', approve, actor: by, text: answer.text };
  const answered = await storeAnswer(tx, answer.ring, ref, given);
  if (answered === 'unfit')
    return { impossible: 'The answer does not give what the operator asks for. State it in `answer`.' };
  if (typeof answered === 'string')
    return { impossible: 'The operator no longer waits for this answer.' };
  return { changed: { approved: approve } };
};

const decideClaim = async (tx: Tx, effect: Effect): Promise<Outcome> => {
  const { review, option, amount: stated, recorded } = effect;
  const { team_id: teamId, subject } = review;
  const runId = review.run_id ?? '';
  const find = tx
    .selectFrom('claims')
    .select(['claim_key', 'policy', 'amount_paise', 'outcome', 'approved_paise', 'moves', 'run_id'])
    .where('team_id', '=', teamId)
    .where('id', '=', subject.id ?? '');
  // The policy is locked first, as by a run that files the claim, so that the two cannot wait for each other.
  const number = (await find.executeTakeFirst())?.policy ?? null;
  const locked = number === null ? undefined : await lockPolicyOf(tx, effect, number);
  const claim = await find.forUpdate().executeTakeFirst();
  if (claim === undefined || claim.run_id !== runId || claim.policy !== number)
    return { impossible: REPLACED };
  if (option === 'refer') return { changed: {} };
  await recordOn(tx, 'claims', review, recorded, option === 'approve' ? { decision: 'approve' } : {});
  if (option !== 'approve') return { changed: { claim: subject.id } };
  const { policy, source } = locked ?? {};
  if (policy === undefined) return { impossible: 'The claim names no policy on file. Send it back instead.' };
  const proposed = claim.outcome === null ? claim.amount_paise : claim.approved_paise;
  const amount = stated ?? BigInt(proposed ?? 0);
  if (amount <= 0n)
    return { impossible: 'The claim has no amount that could be paid. State one, or send it back instead.' };
  if (claim.amount_paise !== null && amount > BigInt(claim.amount_paise))
    return {
      impossible: `The claim states ${formatRupees(BigInt(claim.amount_paise))}, and no more can be paid.`,
    };
  const payout = await queuePayout(tx, teamId, runId, {
    claimKey: claim.claim_key,
    policy,
    amount,
    holdReason: undefined,
    isElsewhere: source !== undefined,
    moves: claim.moves,
  });
  const changed = { claim: subject.id, payout, amount: formatRupees(amount) };
  return { changed: source === undefined ? changed : { ...changed, policy_source: source } };
};

/** Locks a claim's policy, in whichever table or system it is. */
const lockPolicyOf = async (
  tx: Tx,
  { review: { team_id: teamId }, lookedUp }: Effect,
  number: string,
): Promise<{ readonly policy: PolicyRoom | undefined; readonly source?: JsonObject }> => {
  if (!(await isServed(tx, teamId, 'policies'))) return { policy: await lockPolicy(tx, teamId, number) };
  await lockPolicyNumber(tx, teamId, number);
  return lookedUp?.number === number ? lookedUp : { policy: undefined };
};

const decidePayout = async (tx: Tx, ledger: Ledger, effect: Effect): Promise<Outcome> => {
  const { review, option, recorded, actor } = effect;
  const { team_id: teamId } = review;
  const runId = review.run_id ?? '';
  const payoutId = review.subject.id ?? '';
  const payout = await lockPayout(tx, teamId, payoutId);
  if (payout === undefined || payout.runId !== runId) return { impossible: REPLACED };
  if (payout.status !== 'held' || payout.heldBySwitch)
    return { impossible: `The payout is no longer held for a person: it is ${payout.status}.` };
  if (option === 'refer') return { changed: {} };
  if (option === 'reject') {
    await withdrawPayout(tx, teamId, runId, payout.claimKey);
    await recordOnClaim(tx, payout, review, recorded);
    return { changed: { payout: 'withdrawn', payout_id: payoutId } };
  }
  const released = await releasePayout(tx, ledger, { teamId, payoutId, actor });
  if (released.kind === 'held' && released.reason !== SUSPENDED_REASON)
    return { impossible: `It stays held: ${released.reason}.` };
  return { changed: { payout: released.kind, payout_id: payoutId, amount: formatRupees(payout.amount) } };
};

/**
 * A claim whose payout was refused is no longer approved: it does not count as an earlier claim for the
 * event, and its stay is free.
 */
const recordOnClaim = async (
  tx: Tx,
  { claimKey }: LockedPayout,
  { team_id }: ReviewRecord,
  recorded: RecordedReview,
): Promise<void> => {
  await tx
    .updateTable('claims')
    .set({
      review: JSON.stringify(recorded),
      decision: 'escalate',
      stay_by_pan: null,
      stay_by_aadhaar: null,
      updated_at: sql<Date>`now()`,
    })
    .where('team_id', '=', team_id)
    .where('claim_key', '=', claimKey)
    .execute();
};

const decideTicket = async (tx: Tx, { review, option, recorded }: Effect): Promise<Outcome> => {
  const { subject } = review;
  const ticket = await tx
    .selectFrom('tickets')
    .select('run_id')
    .where('team_id', '=', review.team_id)
    .where('id', '=', subject.id ?? '')
    .forUpdate()
    .executeTakeFirst();
  if (ticket?.run_id !== review.run_id) return { impossible: REPLACED };
  if (option === 'refer') return { changed: {} };
  await recordOn(tx, 'tickets', review, recorded, option === 'resolve' ? { status: 'closed' } : {});
  return { changed: { ticket: subject.id, ...(option === 'resolve' && { status: 'closed' }) } };
};

const recordOn = async (
  tx: Kysely<Database>,
  table: 'claims' | 'tickets',
  { team_id, subject }: ReviewRecord,
  recorded: RecordedReview,
  also: { readonly decision?: 'approve'; readonly status?: 'closed' },
): Promise<void> => {
  await tx
    .updateTable(table)
    .set({ review: JSON.stringify(recorded), updated_at: sql<Date>`now()`, ...also })
    .where('team_id', '=', team_id)
    .where('id', '=', subject.id ?? '')
    .execute();
};
