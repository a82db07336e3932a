import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Why a payout is held that a suspension holds, as `hold_reason` says it. */
export const SUSPENDED_REASON = 'payouts are suspended';

/** Returns whether the team's payouts are suspended now. */
export const payoutsSuspended = async (db: Kysely<Database>, teamId: string): Promise<boolean> => {
  const { rows } = await sql<{ readonly scope: string | null }>`
    select suspended_scope(${teamId}, '{payouts}') as scope`.execute(db);
  return rows[0]?.scope != null;
};

/** Holds a team's queued payouts. @returns how many there were */
export const holdPayouts = async (tx: Transaction<Database>, teamId: string): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set({
      status: 'held',
      hold_reason: SUSPENDED_REASON,
      held_by_switch: true,
      updated_at: sql<Date>`now()`,
    })
    .where('team_id', '=', teamId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/**
 * Queues the payouts again that a suspension held, unless another suspension still holds them. Payouts that a person must
 * release stay held.
 * @returns how many there were
 */
export const releasePayouts = async (tx: Transaction<Database>, teamId: string): Promise<number> => {
  if (await payoutsSuspended(tx, teamId)) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set({ status: 'queued', hold_reason: null, held_by_switch: false, updated_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('status', '=', 'held')
    .where('held_by_switch', '=', true)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
