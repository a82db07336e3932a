import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { open, seal, type KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';

export type Case = Readonly<Record<string, unknown>>;

export interface CaseRef {
  readonly teamId: string;
  readonly ref: string;
}

/** A case that is gone: never stored, or erased by destroying its key. */
export class CaseGone extends Error {
  override readonly name = 'CaseGone';
}

/** The row of a raw case, sealed under a key of its own that is itself wrapped by the key ring. */
export const sealedRow = (ring: KeyRing, { value, ...ref }: CaseRef & { readonly value: Case }) =>
  sealedBytes(ring, ref, Buffer.from(JSON.stringify(value)));

/** The same of plain bytes. */
export const sealedBytes = (ring: KeyRing, { teamId, ref }: CaseRef, plain: Uint8Array) => {
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
 * Stores a raw case once, sealed. Everything else that is kept of a case is masked. Part of the caller's transaction. A
 * ref that is taken keeps its first value.
 * @returns whether the value was stored now
 */
export const sealCase = async (
  db: Kysely<Database>,
  ring: KeyRing,
  value: CaseRef & { readonly value: Case },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('case_vault')
    .values(sealedRow(ring, value))
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** @throws CaseGone when there is no such case of that team, or its key was destroyed */
export const openCase = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: CaseRef,
): Promise<Case> => {
  const row = await db
    .selectFrom('case_vault')
    .select(['key_id', 'wrapped_key', 'sealed'])
    .where('team_id', '=', teamId)
    .where('ref', '=', ref)
    .executeTakeFirst();
  if (row?.wrapped_key == null || row.sealed === null)
    throw new CaseGone('The case is not in the vault: it was erased, or never stored.');
  const key = ring.open({ keyId: row.key_id, bytes: row.wrapped_key });
  return JSON.parse(open(key, row.sealed, `${teamId}/${ref}`).toString('utf8')) as Case;
};
