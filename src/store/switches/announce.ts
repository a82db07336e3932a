import { type Kysely, sql } from 'kysely';
import { newId } from '../../ids.ts';
import type { Database } from '../db/schema.ts';

/** Time in milliseconds after which an announcement has no effect. */
const ANNOUNCED_MS = 5_000;

/**
 * Announces that `act` is about to suspend a scope, so that effects which wait for the head of the chain give way to it
 * (sql/0077_announced_suspensions.sql). Withdraws the announcement when `act` has ended.
 */
export const announced = async <T>(
  db: Kysely<Database>,
  { teamId, scope }: { readonly teamId: string; readonly scope: string },
  act: () => Promise<T>,
): Promise<T> => {
  const id = newId('switch');
  await db
    .insertInto('announced_suspensions')
    .values({
      id,
      team_id: teamId,
      scope,
      until: sql<Date>`clock_timestamp() + make_interval(secs => ${ANNOUNCED_MS / 1_000})`,
    })
    .execute();
  try {
    return await act();
  } finally {
    await db
      .deleteFrom('announced_suspensions')
      .where((where) => where.or([where('id', '=', id), where('until', '<', sql<Date>`clock_timestamp()`)]))
      .execute()
      // It soon has no effect, and the next act deletes it.
      .catch(() => undefined);
  }
};
