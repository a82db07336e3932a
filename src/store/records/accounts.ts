import { sql } from 'kysely';
import { type Db, type Digest, isFree, type RecordDigest } from './digest.ts';

/** An account on file. Identifiers are digests. */
export interface Account {
  readonly number: string;
  readonly panKey: Buffer;
  readonly emailKey: Buffer;
  readonly emailMasked: string;
  readonly status: 'active' | 'locked' | 'fraud_hold' | 'closed';
  readonly failedLogins: number;
}

/** Finds an account by number; undefined when there is none. Accepts any string. */
export const findAccount = async (db: Db, teamId: string, number: string): Promise<Account | undefined> => {
  if (!/^[A-Z0-9/-]{1,40}$/.test(number)) return undefined;
  const row = await db
    .selectFrom('accounts')
    .select(['number', 'pan_key', 'email_key', 'email_masked', 'status', 'failed_logins'])
    .where('team_id', '=', teamId)
    .where('number', '=', number)
    .executeTakeFirst();
  return (
    row && {
      number: row.number,
      panKey: row.pan_key,
      emailKey: row.email_key,
      emailMasked: row.email_masked,
      status: row.status,
      failedLogins: row.failed_logins,
    }
  );
};

/** Counts how often other tickets have reset an account since a given time. */
export const countResets = async (
  db: Db,
  teamId: string,
  account: string,
  options: { readonly since: Date; readonly otherThan: RecordDigest },
): Promise<number> => {
  const { resets } = await db
    .selectFrom('account_resets')
    .select(sql<number>`count(*)::int`.as('resets'))
    .where('team_id', '=', teamId)
    .where('account', '=', account)
    .where('ticket_key', '<>', sql<Buffer>`ALL (${options.otherThan.any}::bytea[])`)
    .where('reset_at', '>', options.since)
    .executeTakeFirstOrThrow();
  return resets;
};

/**
 * Unlocks an account for a ticket, and records that only once even if the ticket is processed again. Does not change an account
 * that is on hold or closed.
 */
export const resetAccess = async (
  tx: Db,
  teamId: string,
  runId: string,
  reset: {
    readonly account: string;
    readonly digest: Pick<Digest, 'keyId'>;
    readonly ticketKey: RecordDigest;
  },
): Promise<void> => {
  await tx
    .updateTable('accounts')
    .set({ status: 'active', failed_logins: 0, updated_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('number', '=', reset.account)
    .where('status', 'in', ['active', 'locked'])
    .execute();
  const { bytes, any } = reset.ticketKey;
  if (any.length > 1)
    await tx
      .updateTable('account_resets')
      .set({ ticket_key: bytes, digest_key: reset.digest.keyId })
      .where('team_id', '=', teamId)
      .where('account', '=', reset.account)
      .where('ticket_key', 'in', any.slice(1))
      .where(isFree('account_resets', 'ticket_key', teamId, bytes))
      .execute();
  await tx
    .insertInto('account_resets')
    .values({
      team_id: teamId,
      account: reset.account,
      ticket_key: bytes,
      digest_key: reset.digest.keyId,
      run_id: runId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
