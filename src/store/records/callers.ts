import { sql } from 'kysely';
import { type Db, type Digest, isDigestOf, type RecordDigest } from './digest.ts';
import { MAX_TRIES, type Verification } from '../../governance/rules/voice/decide.ts';

/** A caller on file, identified by a digest of the phone number; the number itself is not stored. */
export interface Caller {
  readonly phoneKey: Buffer;
  readonly phoneMasked: string;
  readonly policy: string;
}

/** Finds a caller by phone number (`+91` and ten digits); undefined if there is none. */
export const findCaller = async (
  db: Db,
  teamId: string,
  digest: Digest,
  phone: string,
): Promise<Caller | undefined> => {
  const row = await db
    .selectFrom('callers')
    .select(['phone_key', 'phone_masked', 'policy'])
    .where('team_id', '=', teamId)
    .where('phone_key', 'in', digest.of('phone', phone).any)
    .executeTakeFirst();
  return row && { phoneKey: row.phone_key, phoneMasked: row.phone_masked, policy: row.policy };
};

interface Attempt {
  readonly phone: string;
  readonly phoneKey: Buffer;
  readonly code: string;
  /** Digest of the call's reference, by which a retry of the call that used a code is recognised. */
  readonly callKey: RecordDigest;
  readonly now: Date;
}

/**
 * Checks a one-time code. Counts a wrong code once per run, and uses up a correct one unless it is reusable. Locks the row until
 * the transaction ends, so that two calls cannot both use the same code.
 */
export const tryCode = async (
  tx: Db,
  teamId: string,
  runId: string,
  digest: Digest,
  { phone, phoneKey, code, callKey, now }: Attempt,
): Promise<Verification> => {
  if (code === '') return 'code_missing';
  const issued = await tx
    .selectFrom('one_time_codes')
    .select(['code_key', 'standing', 'used_by', sql<boolean>`expires_at <= ${now}`.as('expired')])
    .where('team_id', '=', teamId)
    .where('phone_key', '=', phoneKey)
    .forUpdate()
    .executeTakeFirst();
  if (issued === undefined) return 'code_wrong';
  if (!issued.standing && (await countFailures(tx, teamId, runId, phoneKey)) >= MAX_TRIES)
    return 'too_many_tries';
  if (!isDigestOf(issued.code_key, digest.of('code', `${phone} ${code}`))) {
    await tx
      .insertInto('code_failures')
      .values({ team_id: teamId, phone_key: phoneKey, run_id: runId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return 'code_wrong';
  }
  if (issued.expired) return 'code_expired';
  if (issued.standing) return 'verified';
  if (issued.used_by !== null) return isDigestOf(issued.used_by, callKey) ? 'verified' : 'code_used';
  await tx
    .updateTable('one_time_codes')
    .set({ used_by: callKey.bytes })
    .where('team_id', '=', teamId)
    .where('phone_key', '=', phoneKey)
    .execute();
  return 'verified';
};

const countFailures = async (tx: Db, teamId: string, runId: string, phoneKey: Buffer): Promise<number> => {
  const { failures } = await tx
    .selectFrom('code_failures')
    .select(sql<number>`count(*)::int`.as('failures'))
    .where('team_id', '=', teamId)
    .where('phone_key', '=', phoneKey)
    .where('run_id', '<>', runId)
    .executeTakeFirstOrThrow();
  return failures;
};

/** Stores a caller's new address. The text must already be recordable. */
export const writeAddress = async (
  tx: Db,
  teamId: string,
  runId: string,
  phoneKey: Buffer,
  address: string,
): Promise<void> => {
  await tx
    .updateTable('callers')
    .set({ address, address_run_id: runId, updated_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('phone_key', '=', phoneKey)
    .execute();
};

/** Changes the policy and the address of a caller whose id is known. @returns whether anything changed */
export const updateCaller = async (
  tx: Db,
  teamId: string,
  id: string,
  { policy, address }: { readonly policy: string; readonly address: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('callers')
    .set({ policy, address, address_run_id: null, updated_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where(sql<boolean>`(policy, address) IS DISTINCT FROM (${policy}, ${address})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
