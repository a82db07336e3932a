import { sql } from 'kysely';
import { formatRupees } from '../../governance/amounts.ts';
import { emit } from '../outbox/emit.ts';
import type { Db } from './digest.ts';
import { payoutsSuspended, SUSPENDED_REASON } from './held-payouts.ts';
import type { Policy } from './policies.ts';

export type PayoutState = 'queued' | 'held' | 'withdrawn' | 'none';

interface Payout {
  readonly claimKey: Buffer;
  readonly policy: Policy;
  /** Paise, above zero. */
  readonly amount: bigint;
  /** Reason why a person must release the payout, if the caller found one. */
  readonly holdReason: string | undefined;
}

/**
 * Queues an approved claim's payout, once per claim. Holds it until a person releases it, if earlier queued payouts leave too
 * little of the sum insured. The rules cannot notice this, because they see only one claim. The caller must have locked the
 * policy.
 *
 * A payout is also held while the team's payouts are suspended. `queued` may be out of date by the time the caller appends its row,
 * which must therefore be suspendable by `payouts`.
 */
export const queuePayout = async (
  tx: Db,
  teamId: string,
  runId: string,
  payout: Payout,
): Promise<PayoutState> => {
  const own = payout.holdReason ?? (await overdrawn(tx, teamId, payout));
  const suspended = own === undefined && (await payoutsSuspended(tx, teamId));
  const holdReason = suspended ? SUSPENDED_REASON : own;
  const status = holdReason === undefined ? 'queued' : 'held';
  const values = {
    run_id: runId,
    policy: payout.policy.number,
    amount_paise: payout.amount,
    status,
    hold_reason: holdReason ?? null,
    held_by_switch: suspended,
  } as const;
  await tx
    .insertInto('payouts')
    .values({ team_id: teamId, claim_key: payout.claimKey, ...values })
    .onConflict((conflict) => conflict.columns(['team_id', 'claim_key']).doUpdateSet(values))
    .execute();
  await emit(tx, {
    teamId,
    type: `payout.${status}`,
    subject: `payout/${payout.claimKey.toString('hex')}`,
    key: runId,
    ids: { run_id: runId },
  });
  return status;
};

/** Withdraws the payout queued by an earlier filing of the claim. */
export const withdrawPayout = async (
  tx: Db,
  teamId: string,
  runId: string,
  claimKey: Buffer,
): Promise<PayoutState> => {
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set({ status: 'withdrawn', hold_reason: null, held_by_switch: false, run_id: runId })
    .where('team_id', '=', teamId)
    .where('claim_key', '=', claimKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'withdrawn' : 'none';
};

const overdrawn = async (tx: Db, teamId: string, payout: Payout): Promise<string | undefined> => {
  const { policy } = payout;
  const { queued } = await tx
    .selectFrom('payouts')
    .select(sql<string>`coalesce(sum(amount_paise), 0)::text`.as('queued'))
    .where('team_id', '=', teamId)
    .where('policy', '=', policy.number)
    .where('claim_key', '<>', payout.claimKey)
    .where((where) => where.or([where('status', '=', 'queued'), where('held_by_switch', '=', true)]))
    .executeTakeFirstOrThrow();
  const left = policy.sumInsured - policy.used - BigInt(queued);
  if (payout.amount <= left) return undefined;
  return `payouts already queued leave ${formatRupees(left < 0n ? 0n : left)} of the sum insured`;
};
