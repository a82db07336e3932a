import { sql, type Transaction } from 'kysely';
import { formatRupees } from '../../governance/amounts.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import type { RecordedReview } from '../../store/db/reviews-schema.ts';
import { SUSPENDED_REASON } from '../../store/records/held-payouts.ts';
import { type LockedPayout, lockPayout, withdrawPayout } from '../../store/records/payouts.ts';
import { answerAskedAct } from '../../store/agent-acts/asked.ts';
import type { ReviewRecord } from '../../store/reviews/reviews.ts';
import { decideCall } from './decide-call.ts';
import { decideClaim } from './decide-claim.ts';
import { type Effect, type Outcome, REPLACED } from './effect.ts';
import { recordOn } from './record-on.ts';
import { storeAnswer } from '../../store/operators/answers.ts';
import { releasePayout } from '../payouts.ts';
import { decideSwitch } from './switch.ts';

type Tx = Transaction<Database>;

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
  if (typeof answered === 'string') return { impossible: 'The operator no longer waits for this answer.' };
  return { changed: { approved: approve } };
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
