import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { egressEntry } from '../../governance/egress-entry.ts';

/** Thrown for an entry that does not name a host. */
export class EgressEntryError extends Error {
  override readonly name = 'EgressEntryError';
}

/** Lists the hosts that a team may reach in addition to the installation's list, sorted by name. */
export const teamEntries = async (db: Kysely<Database>, teamId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('team_egress')
    .select('entry')
    .where('team_id', '=', teamId)
    .orderBy('entry')
    .execute();
  return rows.map(({ entry }) => entry);
};

/**
 * Returns the allow-list for a team's runs: the installation's entries and those that the administrator added for this team.
 * @param installation EGRESS_ALLOW
 */
export const allowListOf = async (
  db: Kysely<Database>,
  teamId: string,
  installation: readonly string[],
): Promise<readonly string[]> => [...new Set([...installation, ...(await teamEntries(db, teamId))])];

/**
 * Adds an entry to a team's list.
 * @returns the entry as stored, and whether it was missing before
 * @throws EgressEntryError when it does not name a host
 */
export const allowForTeam = async (
  db: Kysely<Database>,
  teamId: string,
  entry: string,
): Promise<{ readonly entry: string; readonly isNew: boolean }> => {
  const kept = egressEntry(entry);
  if (kept === undefined)
    throw new EgressEntryError(`"${entry}" is not a host name such as portal.example.in, or *.example.in`);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('team_egress')
    .values({ team_id: teamId, entry: kept })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return { entry: kept, isNew: numInsertedOrUpdatedRows === 1n };
};

/** Removes an entry from a team's list; running runs keep it. @returns the entry as stored; undefined if the team did not have it */
export const withdrawFromTeam = async (
  db: Kysely<Database>,
  teamId: string,
  entry: string,
): Promise<string | undefined> => {
  const removed = await db
    .deleteFrom('team_egress')
    .where('team_id', '=', teamId)
    .where('entry', '=', egressEntry(entry) ?? entry)
    .returning('entry')
    .executeTakeFirst();
  return removed?.entry;
};
