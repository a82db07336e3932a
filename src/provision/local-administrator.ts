import { roles } from '../contract/roles.ts';
import { byService, createLedger } from '../ledger/index.ts';
import { makeLink } from '../people/links.ts';
import { addPerson, type PersonRecord } from '../people/people.ts';
import { createDatabase, createPool } from '../store/db/client.ts';
import { LOCAL_TEAM } from './local-key.ts';

const NAME = 'Local Administrator';

/**
 * Makes a link that signs in the local administrator, who has every role, and adds that person at the first start.
 * @param url the API's address
 * @returns null if the administrator was deactivated, or has no role any more
 */
export const provideLink = async (databaseUrl: string, url: string): Promise<string | null> => {
  const pool = createPool(databaseUrl, { max: 1 });
  const ledger = createLedger({ pool });
  try {
    return await createDatabase(pool)
      .transaction()
      .execute(async (tx) => {
        const team = await tx
          .selectFrom('teams')
          .select('id')
          .where('name', '=', LOCAL_TEAM)
          .executeTakeFirstOrThrow();
        const known = (await tx
          .selectFrom('people')
          .selectAll()
          .where('team_id', '=', team.id)
          .where('name', '=', NAME)
          .where('issuer', 'is', null)
          .orderBy('created_at')
          .executeTakeFirst()) as PersonRecord | undefined;
        const wanted = { teamId: team.id, name: NAME, roles, rolesFrom: 'here' } as const;
        const person = known ?? (await addPerson(tx, ledger, wanted, byService('npm-start')))!;
        const which = { teamId: team.id, personId: person.id };
        const made = await makeLink(tx, ledger, which, byService('npm-start'));
        return made === undefined || typeof made === 'string'
          ? null
          : `${url}/v1/auth/link?token=${made.token}`;
      });
  } finally {
    await ledger.close();
    await pool.end();
  }
};
