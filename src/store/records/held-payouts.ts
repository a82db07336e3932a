import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { emit } from '../outbox/emit.ts';

/** The `hold_reason` of a payout that a suspension holds. */
export const SUSPENDED_REASON = 'payouts are suspended';

/** Returns whether the team's payouts are suspended now. */
export const payoutsSuspended = async (db: Kysely<Database>, teamId: string): Promise<boolean> => {
  const { rows } = await sql<{ readonly scope: string | null }>`
    select suspended_scope(${teamId}, '{payouts}') as scope`.execute(db);
  return rows[0]?.scope != null;
};

/** A team's act on its switches that holds its payouts or queues them again. */
export interface SwitchAct {
  readonly id: string;
  readonly teamId: string;
}

/** Holds a team's queued payouts. @returns how many there were */
export const holdPayouts = async (tx: Transaction<Database>, act: SwitchAct): Promise<number> => {
  const held = await tx
    .updateTable('payouts')
    .set({
      status: 'held',
      hold_reason: SUSPENDED_REASON,
      held_by_switch: true,
      updated_at: sql<Date>`now()`,
    })
    .where('team_id', '=', act.teamId)
    .where('status', '=', 'queued')
    .returning(['id', 'run_id'])
    .execute();
  return report(tx, act, 'payout.held', held);
};

/**
 * Queues the payouts that a suspension held, unless another suspension still holds them. Payouts that a person must release
 * stay held.
 * @returns how many there were
 */
export const releasePayouts = async (tx: Transaction<Database>, act: SwitchAct): Promise<number> => {
  if (await payoutsSuspended(tx, act.teamId)) return 0;
  const queued = await tx
    .updateTable('payouts')
    .set({ status: 'queued', hold_reason: null, held_by_switch: false, updated_at: sql<Date>`now()` })
    .where('team_id', '=', act.teamId)
    .where('status', '=', 'held')
    .where('held_by_switch', '=', true)
    .returning(['id', 'run_id'])
    .execute();
  return report(tx, act, 'payout.queued', queued);
};

const report = async (
  tx: Transaction<Database>,
  { id: switchId, teamId }: SwitchAct,
  type: 'payout.held' | 'payout.queued',
  payouts: readonly { readonly id: string; readonly run_id: string }[],
): Promise<number> => {
  for (const { id, run_id } of payouts) {
    const ids = { run_id, payout_id: id };
    await emit(tx, { teamId, type, subject: `payout/${id}`, key: `${id}/${switchId}`, ids });
  }
  return payouts.length;
};
