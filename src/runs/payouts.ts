import type { Transaction } from 'kysely';
import { formatRupees } from '../governance/amounts.ts';
import { recordable } from '../governance/recordable.ts';
import type { JsonObject, Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { SUSPENDED_REASON } from '../store/records/held-payouts.ts';
import {
  type LockedPayout,
  lockPayout,
  releaseHeld,
  settleFailed,
  settlePaid,
} from '../store/records/payouts.ts';

interface PayoutRef {
  readonly teamId: string;
  readonly payoutId: string;
  /** The person, key or service that acts, for the ledger row. */
  readonly actor: RowActor;
}

/** How a report ended: `known` is a repeat of a report, and `contradicted` one that does not fit what is recorded. */
export type ReportOutcome = 'recorded' | 'known' | 'contradicted' | 'not-found';

/**
 * Records the core system's report about a payout, with its ledger row, in the caller's transaction. A queued payout can be paid
 * or fail, also while a suspension holds it, and a withdrawn one can still be reported as paid: the money may have left before.
 */
export const reportPayout = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { teamId, payoutId, actor }: PayoutRef,
  report: { readonly status: 'paid' | 'failed'; readonly reference: string },
): Promise<ReportOutcome> => {
  const payout = await lockPayout(tx, teamId, payoutId);
  if (payout === undefined) return 'not-found';
  const { status, reference } = report;
  const isKnown =
    status === 'paid'
      ? payout.status === 'paid' && payout.reference === reference
      : payout.failedReferences.includes(reference);
  if (isKnown) return 'known';
  const isPossible =
    payout.status === 'queued' || payout.heldBySwitch || (payout.status === 'withdrawn' && status === 'paid');
  if (!isPossible) return 'contradicted';
  await (status === 'paid' ? settlePaid : settleFailed)(tx, teamId, payout, reference);
  await ledger.appendIn(tx, {
    ...rowOf(payout, teamId, actor),
    idemKey: `${payoutId}/${payout.attempt}/${status}`,
    action: `payout.${status}`,
    summary:
      status === 'paid'
        ? `Payout of ${formatRupees(payout.amount)} on policy ${payout.policy.number} was paid.`
        : `Payout of ${formatRupees(payout.amount)} on policy ${payout.policy.number} failed; its reserve was given back.`,
    detail: { ...detailOf(payout), reference: recordable(reference, 64) },
  });
  return 'recorded';
};

/** How a release ended. `held` says why it stays held: too little of the sum insured is left, or payouts are suspended. */
export type ReleaseOutcome =
  { readonly kind: 'queued' | 'not-held' | 'not-found' } | { readonly kind: 'held'; readonly reason: string };

/**
 * Releases a held payout after a person's review, with its ledger row, in the caller's transaction. The payout stays held if too
 * little of the sum insured is left for it. While payouts are suspended, it stays held until they are resumed.
 * @throws SuspendedError if payouts are suspended at this moment; the caller tries again
 */
export const releasePayout = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { teamId, payoutId, actor }: PayoutRef,
): Promise<ReleaseOutcome> => {
  const payout = await lockPayout(tx, teamId, payoutId);
  if (payout === undefined) return { kind: 'not-found' };
  if (payout.status !== 'held') return { kind: 'not-held' };
  if (payout.heldBySwitch) return { kind: 'held', reason: SUSPENDED_REASON };
  const reason = await releaseHeld(tx, teamId, payout);
  if (reason !== undefined) return { kind: 'held', reason };
  await ledger.appendIn(tx, {
    ...rowOf(payout, teamId, actor),
    suspendable: ['payouts'],
    // A resubmitted claim may be held again, so the run tells one release from the next.
    idemKey: `${payoutId}/${payout.attempt}/released/${payout.runId}`,
    action: 'payout.released',
    summary: `Payout of ${formatRupees(payout.amount)} on policy ${payout.policy.number} was released and queued.`,
    detail: detailOf(payout),
  });
  return { kind: 'queued' };
};

const rowOf = ({ id, attempt }: LockedPayout, teamId: string, actor: RowActor) => ({
  teamId,
  ledgerRef: id,
  step: attempt,
  governance: 'recorded',
  actor,
});

const detailOf = ({ id, runId, policy, amount, attempt, status }: LockedPayout): JsonObject => ({
  payout_id: id,
  run_id: runId,
  policy: policy.number,
  amount: formatRupees(amount),
  attempt,
  before: status,
});
