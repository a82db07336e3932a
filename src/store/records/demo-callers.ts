import { sql } from 'kysely';
import type { Db, Digest } from './digest.ts';

const CALLERS = [
  { phone: '+919876543210', masked: 'XXXXXX3210', policy: 'HI-1010', code: '482913', expires: 'infinity' },
  { phone: '+919812345678', masked: 'XXXXXX5678', policy: 'HI-1002', code: '735160', expires: 'infinity' },
  {
    phone: '+919900112233',
    masked: 'XXXXXX2233',
    policy: 'HI-1005',
    code: '264801',
    expires: '2026-01-01 00:00+00',
  },
];

/** The caller with a reusable code. */
const STANDING = CALLERS[0]!.phone;

/** Adds the demo callers that are missing. */
export const seedCallers = async (db: Db, digest: Digest, teamId: string): Promise<void> => {
  for (const { phone, masked, policy, code, expires } of CALLERS) {
    const known = await db
      .selectFrom('callers')
      .select('id')
      .where('team_id', '=', teamId)
      .where('phone_key', 'in', digest.of('phone', phone).any)
      .executeTakeFirst();
    if (known !== undefined) continue;
    const own = {
      team_id: teamId,
      phone_key: digest.of('phone', phone).bytes,
      digest_key: digest.keyId,
    };
    await db
      .insertInto('callers')
      .values({
        ...own,
        phone_masked: masked,
        policy,
        address: '1 Demo Street, Bengaluru, Karnataka 560001',
        address_run_id: null,
      })
      .execute();
    await db
      .insertInto('one_time_codes')
      .values({
        ...own,
        code_key: digest.of('code', `${phone} ${code}`).bytes,
        expires_at: sql<Date>`${expires}::timestamptz`,
        standing: phone === STANDING,
        used_by: null,
      })
      .execute();
  }
};
