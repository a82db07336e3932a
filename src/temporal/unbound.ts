import type { Db } from '../store/db/client.ts';

const OPEN_FOR_MS = 24 * 3_600_000;

/**
 * Decides whether to open payloads from older versions, which do not name their workflow or activity. They are opened for a day
 * after the upgrade (sql/0021), so that runs begun before it can finish, and refused after that.
 * @returns a function that says whether they are currently opened
 */
export const unboundWindow = async (db: Db): Promise<() => boolean> => {
  const { bound_since } = await db
    .selectFrom('engine_payloads')
    .select('bound_since')
    .executeTakeFirstOrThrow();
  const until = bound_since.getTime() + OPEN_FOR_MS;
  return () => Date.now() < until;
};
