import { nameKey } from '../../governance/text/plain.ts';
import type { Network } from '../../governance/rules/kyc/policy.ts';
import type { Db } from './digest.ts';

/** Looks up a hospital by name in the team's network list. */
export const networkOf = async (db: Db, teamId: string, hospital: string): Promise<Network> => {
  const key = nameKey(hospital);
  if (key === '') return 'not_named';
  const row = await db
    .selectFrom('hospitals')
    .select('in_network')
    .where('team_id', '=', teamId)
    .where('name_key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return 'unlisted';
  return row.in_network ? 'in' : 'out';
};
