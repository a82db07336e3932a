import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Thrown when the team has suspended a piece of work. The work has had no effect. */
export class SuspendedError extends Error {
  override readonly name = 'SuspendedError';
  /** The scope of the suspension, such as `all` or `vertical:kyc`. */
  readonly scope: string;

  constructor(scope: string, options?: ErrorOptions) {
    super(`The team has suspended ${scope}.`, options);
    this.scope = scope;
  }
}

/** Returns the scope of a suspension that covers one of these scopes; undefined if there is none. */
export const suspendedScope = async (
  db: Kysely<Database>,
  teamId: string,
  scopes: readonly string[],
): Promise<string | undefined> => {
  const { rows } = await sql<{ readonly scope: string | null }>`
    select suspended_scope(${teamId}, ${scopes}::text[]) as scope`.execute(db);
  return rows[0]?.scope ?? undefined;
};

/** SQLSTATE with which the database refuses suspended work; the message is the suspension's scope. */
const SUSPENDED = 'PS423';

/** Returns the database's refusal of suspended work as an error; undefined for any other error. */
export const suspensionIn = (error: unknown): SuspendedError | undefined =>
  error instanceof Error && 'code' in error && error.code === SUSPENDED
    ? new SuspendedError(error.message, { cause: error })
    : undefined;

/**
 * SQLSTATE with which the database makes an effect give way to a suspension that is about to be committed
 * (sql/0077_announced_suspensions.sql).
 */
const GIVES_WAY = '40S23';

/**
 * Returns whether an effect gave way to a suspension that is about to be committed. It has not happened, and
 * the next attempt will find the suspension.
 */
export const gaveWay = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === GIVES_WAY) || gaveWay(error.cause));

/**
 * Runs `transact` again, after a short pause, if it gave way to a suspension that is about to be committed. It must be safe to
 * repeat, as a transaction that was rolled back is.
 * @throws the last attempt's error
 */
export const afterGivingWay = async <T>(transact: () => Promise<T>): Promise<T> => {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await transact();
    } catch (error) {
      if (!gaveWay(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return transact();
};

/** Pauses in milliseconds. A suspension that is announced takes less time, even under load. */
const PAUSES_MS = [100, 400] as const;

/**
 * Runs `work` in a transaction during which the team cannot suspend these scopes, so it must be short. Use this to note that work
 * outside the database begins.
 * @throws SuspendedError if one of these scopes, or everything, is suspended
 */
export const unlessSuspended = async <T>(
  db: Kysely<Database>,
  { teamId, scopes }: { readonly teamId: string; readonly scopes: readonly string[] },
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    try {
      await sql`select expect_unsuspended(${teamId}, ${scopes}::text[])`.execute(tx);
    } catch (error) {
      throw suspensionIn(error) ?? error;
    }
    return work(tx);
  });
