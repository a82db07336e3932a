import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

export type Db = Kysely<Database>;

/**
 * Computes digests for one team. Equal strings of the same kind have equal digests, but different teams' digests cannot be
 * compared.
 */
export type Digest = (
  kind: 'claim' | 'event' | 'pan' | 'aadhaar' | 'email' | 'ticket' | 'phone' | 'code' | 'call',
  text: string,
) => Buffer;

/**
 * Returns a team's digest function, creating the team's salt on first use. It computes the same bytes as the SQL function
 * record_digest.
 */
export const digestOf = async (db: Db, teamId: string): Promise<Digest> => {
  const salt = (await readSalt(db, teamId)) ?? (await makeSalt(db, teamId));
  return (kind, text) => createHash('sha256').update(salt).update(`${kind}\n${text}`).digest();
};

const readSalt = async (db: Db, teamId: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('record_salts')
    .select('salt')
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.salt;
};

const makeSalt = async (db: Db, teamId: string): Promise<Buffer> => {
  await db
    .insertInto('record_salts')
    .values({ team_id: teamId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const salt = await readSalt(db, teamId);
  if (salt === undefined) throw new Error("a team's salt was not stored");
  return salt;
};
