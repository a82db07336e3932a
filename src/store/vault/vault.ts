import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { open, seal, type KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';

/**
 * A value stored in the vault under a ref: a case, submitted code, a document or an outcome. All data stored elsewhere is masked.
 */
export type SealedValue = Readonly<Record<string, unknown>>;

export interface VaultRef {
  readonly teamId: string;
  readonly ref: string;
}

/** Thrown when the value does not exist, because it was never stored or was erased by destroying its key. */
export class SealedValueGoneError extends Error {
  override readonly name = 'SealedValueGoneError';
}

/** Builds a value's row. The value is sealed under its own key, which is wrapped by the key ring. */
export const sealedRow = (ring: KeyRing, { value, ...ref }: VaultRef & { readonly value: SealedValue }) =>
  sealedBytes(ring, ref, Buffer.from(JSON.stringify(value)));

/** Builds a row for plain bytes, which are sealed in the same way as a value. */
export const sealedBytes = (ring: KeyRing, { teamId, ref }: VaultRef, plain: Uint8Array) => {
  const key = randomBytes(32);
  const wrapped = ring.seal(key);
  return {
    ref,
    team_id: teamId,
    key_id: wrapped.keyId,
    wrapped_key: wrapped.bytes,
    sealed: seal(key, plain, `${teamId}/${ref}`),
  };
};

/**
 * Seals a value and stores it in the caller's transaction. If the ref already exists, keeps its first value.
 * @returns whether the value was stored now
 */
export const sealValue = async (
  db: Kysely<Database>,
  ring: KeyRing,
  value: VaultRef & { readonly value: SealedValue },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('case_vault')
    .values(sealedRow(ring, value))
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Returns whether the value is still there, without opening it. */
export const hasValue = async (db: Kysely<Database>, { teamId, ref }: VaultRef): Promise<boolean> => {
  const row = await db
    .selectFrom('case_vault')
    .select('ref')
    .where('team_id', '=', teamId)
    .where('ref', '=', ref)
    .where('wrapped_key', 'is not', null)
    .where('sealed', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Opens a value. @returns undefined when that team has none under this ref, or its key was destroyed */
export const findValue = async <T = SealedValue>(
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: VaultRef,
): Promise<T | undefined> => {
  const row = await db
    .selectFrom('case_vault')
    .select(['key_id', 'wrapped_key', 'sealed'])
    .where('team_id', '=', teamId)
    .where('ref', '=', ref)
    .executeTakeFirst();
  if (row?.wrapped_key == null || row.sealed === null) return undefined;
  const key = ring.open({ keyId: row.key_id, bytes: row.wrapped_key });
  return JSON.parse(open(key, row.sealed, `${teamId}/${ref}`).toString('utf8')) as T;
};

/**
 * Waits until values in the middle of being stored or erased under a ref have been committed, and makes
 * others wait meanwhile.
 */
export const lockValues = async (tx: Transaction<Database>, ref: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`vault ${ref}`}, 0))`.execute(tx);
};

/**
 * Prevents the erasure of a ref's values until the transaction ends.
 * @throws SealedValueGoneError if they were already erased
 */
export const keepValues = async (tx: Transaction<Database>, { teamId, ref }: VaultRef): Promise<void> => {
  await lockValues(tx, ref);
  const erased = await tx
    .selectFrom('case_vault')
    .select('ref')
    .where('team_id', '=', teamId)
    .where('ref', '=', ref)
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  if (erased !== undefined) throw new SealedValueGoneError('The value was erased.');
};

/** Opens a value. @throws SealedValueGoneError when that team has no such value, or its key was destroyed */
export const openValue = async (
  db: Kysely<Database>,
  ring: KeyRing,
  place: VaultRef,
): Promise<SealedValue> => {
  const value = await findValue(db, ring, place);
  if (value === undefined)
    throw new SealedValueGoneError('The value is not in the vault: it was erased, or never stored.');
  return value;
};
