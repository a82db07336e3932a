import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_TRIES, type Verification } from '../../governance/rules/voice/decide.ts';
import { type Db, type Digest, isDigestOf, type RecordDigest } from './digest.ts';

interface OwnCode {
  readonly phone: string;
  /** The code that the caller gave. */
  readonly code: string;
  /** The code that the institution's system issued; '' if it issued none. */
  readonly issued: string;
  /** Digest of the call's reference, by which a retry of the call that used a code is recognised. */
  readonly callKey: RecordDigest;
}

/**
 * Checks a one-time code that the institution's own system issued. Its use and the wrong attempts are counted
 * here for each issued code, because that system is read-only for us: a code works in one call, and a new one
 * resets the count.
 */
export const tryOwnCode = async (
  tx: Db,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  digest: Digest,
  { phone, code, issued, callKey }: OwnCode,
): Promise<Verification> => {
  if (code === '') return 'code_missing';
  if (issued === '') return 'code_wrong';
  const codeKey = digest.of('code', `${phone} ${issued}`);
  const state = await lockCode(tx, teamId, codeKey);
  if (state.failed_in.filter((id) => id !== runId).length >= MAX_TRIES) return 'too_many_tries';
  if (!isSame(code, issued)) {
    if (!state.failed_in.includes(runId))
      await change(tx, teamId, state.code_key, { failed_in: [...state.failed_in, runId] });
    return 'code_wrong';
  }
  if (state.used_by !== null) return isDigestOf(state.used_by, callKey) ? 'verified' : 'code_used';
  await change(tx, teamId, state.code_key, { used_by: callKey.bytes });
  return 'verified';
};

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Locks a code until the transaction ends, so that two calls cannot both use it. */
const lockCode = async (tx: Db, teamId: string, { bytes, any }: RecordDigest) => {
  const find = () =>
    tx
      .selectFrom('codes_elsewhere')
      .select(['code_key', 'used_by', 'failed_in'])
      .where('team_id', '=', teamId)
      .where('code_key', 'in', [...any])
      .forUpdate()
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  await tx
    .insertInto('codes_elsewhere')
    .values({ team_id: teamId, code_key: bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())!;
};

const change = async (
  tx: Db,
  teamId: string,
  codeKey: Buffer,
  values: { readonly used_by?: Buffer; readonly failed_in?: string[] },
): Promise<void> => {
  await tx
    .updateTable('codes_elsewhere')
    .set({ ...values, changed_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('code_key', '=', codeKey)
    .execute();
};
