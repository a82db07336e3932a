import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { Found } from './check.ts';

/** Stores the findings of a check of a team's ledger. */
export const remember = async (
  db: Kysely<Database>,
  teamId: string,
  found: Omit<Found, 'checked'> & { readonly seq: number },
  full: boolean,
): Promise<void> => {
  const now = sql<Date>`now()`;
  const row = { ...found, checked_at: now, ...(full && { full_at: now }) };
  await db
    .insertInto('ledger_checks')
    .values({ team_id: teamId, full_at: null, ...row })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
    .execute();
};

/**
 * Lists teams after a given one, in id order, and whether a check of each team's whole chain is due. Such a check is due at
 * least every `fullHours` hours.
 */
export const teamsToCheck = async (
  db: Kysely<Database>,
  { after, limit, fullHours }: { readonly after: string; readonly limit: number; readonly fullHours: number },
): Promise<readonly { readonly team_id: string; readonly full: boolean }[]> =>
  db
    .selectFrom('teams')
    .leftJoin('ledger_checks', 'ledger_checks.team_id', 'teams.id')
    .select([
      'teams.id as team_id',
      sql<boolean>`coalesce(ledger_checks.full_at < now() - make_interval(hours => ${fullHours}), true)`.as(
        'full',
      ),
    ])
    .where('teams.id', '>', after)
    .orderBy('teams.id')
    .limit(limit)
    .execute();
