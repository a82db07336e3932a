import type { Kysely } from 'kysely';
import { open, type KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { type VaultRef, SealedValueGoneError, openValue, sealValue, sealedBytes } from './vault.ts';

/**
 * Maximum size of a piece. The vault splits large values into pieces, each a row with its own key, so that no statement and no
 * copy in memory is larger than a piece.
 */
const PIECE_BYTES = 4 * 1024 * 1024;

const pieceRef = (ref: string, number: number): string => `${ref}/${number}`;

/** Seals bytes and stores them in the caller's transaction. If the ref already exists, keeps its first bytes. */
export const sealBlob = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref, bytes }: VaultRef & { readonly bytes: Buffer },
): Promise<void> => {
  const pieces = Math.ceil(bytes.length / PIECE_BYTES);
  const isNew = await sealValue(db, ring, { teamId, ref, value: { pieces, size: bytes.length } });
  if (!isNew) return;
  for (let number = 0; number < pieces; number += 1) {
    const piece = bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES);
    const row = sealedBytes(ring, { teamId, ref: pieceRef(ref, number) }, piece);
    await db.insertInto('case_vault').values(row).execute();
  }
};

/**
 * Opens the bytes under a ref.
 * @throws SealedValueGoneError when that team has no such bytes, or one of their keys was destroyed
 */
export const openBlob = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ref }: VaultRef,
): Promise<Buffer> => {
  const { pieces, size } = (await openValue(db, ring, { teamId, ref })) as { pieces: number; size: number };
  const bytes = Buffer.alloc(size);
  let at = 0;
  for (let number = 0; number < pieces; number += 1) {
    const own = pieceRef(ref, number);
    const row = await db
      .selectFrom('case_vault')
      .select(['key_id', 'wrapped_key', 'sealed'])
      .where('team_id', '=', teamId)
      .where('ref', '=', own)
      .executeTakeFirst();
    if (row?.wrapped_key == null || row.sealed === null)
      throw new SealedValueGoneError('A part of the bytes was erased.');
    const key = ring.open({ keyId: row.key_id, bytes: row.wrapped_key });
    at += open(key, row.sealed, `${teamId}/${own}`).copy(bytes, at);
  }
  return bytes;
};
