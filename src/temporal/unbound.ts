import type { Db } from '../store/db/client.ts';

const OPEN_FOR_MS = 24 * 3_600_000;

/**
 * Decides whether payloads that do not say where they belong, written by older versions, are opened. They are for a day after the
 * upgrade (sql/0021), so that runs which began before it can finish, and refused from then on.
 * @returns a function that tells whether they are opened now
 */
export const unboundWindow = async (db: Db): Promise<() => boolean> => {
  const { bound_since } = await db
    .selectFrom('engine_payloads')
    .select('bound_since')
    .executeTakeFirstOrThrow();
  const until = bound_since.getTime() + OPEN_FOR_MS;
  return () => Date.now() < until;
};
