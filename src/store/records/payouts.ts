import { sql, type UpdateObject } from 'kysely';
import { formatRupees } from '../../governance/amounts.ts';
import type { StoredMove } from '../db/cover-schema.ts';
import type { Database } from '../db/schema.ts';
import { emit } from '../outbox/emit.ts';
import type { Db } from './digest.ts';
import { payoutsSuspended, SUSPENDED_REASON } from './held-payouts.ts';
import { limitsMoved } from './limits-moved.ts';
import { lockPolicy, lockPolicyNumber, type PolicyRoom } from './policies.ts';
import { countMoves } from './policy-use.ts';

/** What a run did with its claim's payout. A claim whose payout was paid before is not paid again. */
export type PayoutState = 'queued' | 'held' | 'withdrawn' | 'paid' | 'none';

/** The sum insured with its bonus. */
const insuredBy = ({ sumInsured, product }: PolicyRoom): bigint => sumInsured + (product?.bonus ?? 0n);

interface NewPayout {
  readonly claimKey: Buffer;
  readonly policy: PolicyRoom;
  /** Whether the policy is in the institution's own system, which then counts its use. */
  readonly isElsewhere: boolean;
  /** Paise, above zero. */
  readonly amount: bigint;
  /** Reason why a person must release the payout, if the caller found one. */
  readonly holdReason: string | undefined;
  /** What it uses of limits that count by policy year. */
  readonly moves: readonly StoredMove[];
}

/**
 * Queues an approved claim's payout, once per claim, which reserves a part of the sum insured. Holds it until a person releases
 * it, if used and reserved parts leave too little. The rules cannot notice this, because they see only one claim. A payout that
 * was paid stays as it is, even if the claim is resubmitted with another amount. The caller must have locked the policy.
 *
 * A payout is also held while the team's payouts are suspended. `queued` may be out of date by the time the caller appends its row,
 * which must therefore be suspendable by `payouts`.
 */
export const queuePayout = async (
  tx: Db,
  teamId: string,
  runId: string,
  payout: NewPayout,
): Promise<PayoutState> => {
  if (await isPaid(tx, teamId, payout.claimKey)) return 'paid';
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
    kept_sum_insured_paise: payout.isElsewhere ? insuredBy(payout.policy) : null,
    kept_used_paise: payout.isElsewhere ? payout.policy.used : null,
    moves: JSON.stringify(payout.moves),
  } as const;
  const { id } = await tx
    .insertInto('payouts')
    .values({ team_id: teamId, claim_key: payout.claimKey, ...values })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'claim_key']).doUpdateSet({
        ...values,
        // A failed payout becomes a new attempt. A payout that is still queued remains the same one.
        attempt: sql<number>`payouts.attempt + (payouts.status = 'failed')::int`,
        reference: null,
        settled_at: null,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await emit(tx, {
    teamId,
    type: `payout.${status}`,
    subject: `payout/${id}`,
    key: runId,
    ids: { run_id: runId, payout_id: id },
  });
  return status;
};

/** Withdraws the payout queued by an earlier filing of the claim, unless it was paid. */
export const withdrawPayout = async (
  tx: Db,
  teamId: string,
  runId: string,
  claimKey: Buffer,
): Promise<PayoutState> => {
  if (await isPaid(tx, teamId, claimKey)) return 'paid';
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set({
      status: 'withdrawn',
      hold_reason: null,
      held_by_switch: false,
      run_id: runId,
      updated_at: sql<Date>`now()`,
    })
    .where('team_id', '=', teamId)
    .where('claim_key', '=', claimKey)
    .where('status', '<>', 'paid')
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'withdrawn' : 'none';
};

/** Locks the claim's payout, so that no report can pay it while a run changes it. */
const isPaid = async (tx: Db, teamId: string, claimKey: Buffer): Promise<boolean> => {
  const row = await tx
    .selectFrom('payouts')
    .select('status')
    .where('team_id', '=', teamId)
    .where('claim_key', '=', claimKey)
    .forUpdate()
    .executeTakeFirst();
  return row?.status === 'paid';
};

const overdrawn = async (
  tx: Db,
  teamId: string,
  { policy, claimKey, amount }: Pick<NewPayout, 'policy' | 'claimKey' | 'amount'>,
): Promise<string | undefined> => {
  const { queued } = await tx
    .selectFrom('payouts')
    .select(sql<string>`coalesce(sum(amount_paise), 0)::text`.as('queued'))
    .where('team_id', '=', teamId)
    .where('policy', '=', policy.number)
    .where('claim_key', '<>', claimKey)
    .where((where) => where.or([where('status', '=', 'queued'), where('held_by_switch', '=', true)]))
    .executeTakeFirstOrThrow();
  const left = insuredBy(policy) - policy.used - BigInt(queued);
  if (amount <= left) return undefined;
  return `payouts already queued leave ${formatRupees(left < 0n ? 0n : left)} of the sum insured`;
};

/** A payout that is locked together with its policy until the transaction ends. */
export interface LockedPayout {
  readonly id: string;
  readonly claimKey: Buffer;
  readonly runId: string;
  /** For a policy in another system, its state when the payout was queued. */
  readonly policy: PolicyRoom;
  readonly isElsewhere: boolean;
  /** Paise. */
  readonly amount: bigint;
  readonly status: 'queued' | 'held' | 'withdrawn' | 'paid' | 'failed';
  readonly attempt: number;
  readonly reference: string | null;
  readonly failedReferences: readonly string[];
  /** Whether it was queued and a suspension of payouts holds it. */
  readonly heldBySwitch: boolean;
}

/**
 * Finds a payout and locks it. The policy is locked first, as in a run that files a claim, so that the two cannot wait for each
 * other.
 * @returns undefined if the team has no such payout
 */
export const lockPayout = async (tx: Db, teamId: string, id: string): Promise<LockedPayout | undefined> => {
  const own = tx
    .selectFrom('payouts')
    .select(['claim_key', 'run_id', 'policy', 'amount_paise', 'status', 'attempt', 'reference'])
    .select(['failed_references', 'held_by_switch', 'kept_sum_insured_paise', 'kept_used_paise'])
    .where('team_id', '=', teamId)
    .where('id', '=', id);
  let known = await own.executeTakeFirst();
  // A resubmission may move the payout to another policy before the lock is there.
  while (known !== undefined) {
    const { policy: number } = known;
    const kept = keptElsewhere(known);
    if (kept !== undefined) await lockPolicyNumber(tx, teamId, number);
    const policy = kept ?? (await lockPolicy(tx, teamId, number));
    const row = await own.forUpdate().executeTakeFirst();
    const isSame = row?.policy === number && (keptElsewhere(row) === undefined) === (kept === undefined);
    // Without connectors a payout always has its policy; triggers keep it.
    if (isSame && policy === undefined) throw new Error('a payout refers to a policy that is not there');
    if (isSame && policy !== undefined)
      return {
        id,
        claimKey: row.claim_key,
        runId: row.run_id,
        policy: keptElsewhere(row) ?? policy,
        isElsewhere: kept !== undefined,
        amount: BigInt(row.amount_paise),
        status: row.status,
        attempt: row.attempt,
        reference: row.reference,
        failedReferences: row.failed_references,
        heldBySwitch: row.held_by_switch,
      };
    known = row;
  }
  return undefined;
};

/**
 * Returns the state of the policy when the payout was queued, if the institution's own system has the policy.
 */
const keptElsewhere = (row: {
  readonly policy: string;
  readonly kept_sum_insured_paise: number | null;
  readonly kept_used_paise: number | null;
}): PolicyRoom | undefined =>
  row.kept_sum_insured_paise === null || row.kept_used_paise === null
    ? undefined
    : {
        number: row.policy,
        sumInsured: BigInt(row.kept_sum_insured_paise),
        used: BigInt(row.kept_used_paise),
      };

/**
 * Records that a payout was paid: its part of the sum insured is no longer reserved but used. Used never exceeds the sum insured,
 * even if an import has counted the payment already.
 */
export const settlePaid = async (
  tx: Db,
  teamId: string,
  payout: LockedPayout,
  reference: string,
): Promise<void> => {
  if (!payout.isElsewhere)
    await tx
      .updateTable('policies')
      .set({
        used_paise: sql<number>`least(sum_insured_paise + bonus_paise, used_paise + ${payout.amount})`,
      })
      .where('team_id', '=', teamId)
      .where('number', '=', payout.policy.number)
      .execute();
  await countMoves(tx, teamId, payout.id);
  await change(tx, teamId, payout.id, { ...SETTLED, status: 'paid', reference });
};

/** Records that a payout failed, which gives its part of the sum insured back. */
export const settleFailed = async (
  tx: Db,
  teamId: string,
  payout: LockedPayout,
  reference: string,
): Promise<void> =>
  change(tx, teamId, payout.id, {
    ...SETTLED,
    status: 'failed',
    reference,
    failed_references: sql<string[]>`array_append(failed_references, ${reference})`,
  });

const SETTLED = { hold_reason: null, held_by_switch: false, settled_at: sql<Date>`now()` };

/**
 * Queues a held payout, if used and reserved parts leave enough of the sum insured and of other limits. While payouts are suspended, the suspension
 * holds it instead, until they are resumed.
 * @returns the reason why it stays held; undefined if it is queued
 */
export const releaseHeld = async (
  tx: Db,
  teamId: string,
  payout: LockedPayout,
): Promise<string | undefined> => {
  const overdraft = (await overdrawn(tx, teamId, payout)) ?? (await limitsMoved(tx, teamId, payout));
  const isSuspended = overdraft === undefined && (await payoutsSuspended(tx, teamId));
  const holdReason = isSuspended ? SUSPENDED_REASON : overdraft;
  await change(tx, teamId, payout.id, {
    status: holdReason === undefined ? 'queued' : 'held',
    hold_reason: holdReason ?? null,
    held_by_switch: isSuspended,
  });
  if (holdReason === undefined)
    await emit(tx, {
      teamId,
      type: 'payout.queued',
      subject: `payout/${payout.id}`,
      key: `${payout.id}/released/${payout.runId}`,
      ids: { run_id: payout.runId, payout_id: payout.id },
    });
  return holdReason;
};

const change = async (
  tx: Db,
  teamId: string,
  id: string,
  values: UpdateObject<Database, 'payouts', 'payouts'>,
): Promise<void> => {
  await tx
    .updateTable('payouts')
    .set(values)
    .set({ updated_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
};

/** Returns the payout that a run queued; undefined if it queued none. */
export const payoutOfRun = async (
  db: Db,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
): Promise<
  | {
      readonly id: string;
      readonly status: string;
      readonly reference: string | null;
      readonly paise: bigint;
    }
  | undefined
> => {
  const row = await db
    .selectFrom('payouts')
    .select(['id', 'status', 'reference', sql<string>`amount_paise::text`.as('paise')])
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row && { ...row, paise: BigInt(row.paise) };
};
