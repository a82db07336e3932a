/** Records of a team's own kinds. They are sealed, and found by a digest of their key. */
import { sql } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import { type Db, digestOf, isFree } from './digest.ts';

export interface OwnRecordRef {
  readonly teamId: string;
  readonly collection: string;
  readonly key: string;
}

/** Rings that seal records, and that make the digests of their keys. */
export interface OwnRecordRings {
  readonly vaultRing: KeyRing;
  readonly digestRing: KeyRing;
}

type Json = Readonly<Record<string, unknown>>;

const placeOf = ({ teamId, collection, key }: OwnRecordRef): string => `own ${teamId} ${collection} ${key}`;

/** Returns a record; undefined if the collection has none with the key. */
export const findOwnRecord = async (
  db: Db,
  { vaultRing, digestRing }: OwnRecordRings,
  ref: OwnRecordRef,
): Promise<Json | undefined> => {
  const { any } = await keyDigest(db, digestRing, ref);
  const row = await ofRef(db, ref, any).select(['key_id', 'sealed']).executeTakeFirst();
  if (row === undefined) return undefined;
  const plain = vaultRing.open({ keyId: row.key_id, bytes: row.sealed }, placeOf(ref));
  return JSON.parse(plain.toString('utf8')) as Json;
};

/**
 * Writes a record in the caller's transaction.
 * @param exists `refuse`: keeps a record that something other than the run wrote; a run may write its own
 * record again
 * @returns whether it was written
 */
export const writeOwnRecord = async (
  tx: Db,
  { vaultRing, digestRing }: OwnRecordRings,
  ref: OwnRecordRef & { readonly runId: string | null },
  { record, exists }: { readonly record: Json; readonly exists: 'refuse' | 'replace' },
): Promise<boolean> => {
  const { teamId, collection, runId } = ref;
  const { bytes: key, any, keyId } = await keyDigest(tx, digestRing, ref);
  // A record from before a change of keys is found by its old digest, and gets the new one.
  if (any.length > 1)
    await tx
      .updateTable('own_records')
      .set({ key, digest_key: keyId })
      .where('team_id', '=', teamId)
      .where('collection', '=', collection)
      .where('key', 'in', any.slice(1))
      .where(isFree('own_records', 'key', teamId, key))
      .execute();
  const sealed = vaultRing.seal(Buffer.from(JSON.stringify(record)), placeOf(ref));
  const content = { key_id: sealed.keyId, sealed: sealed.bytes, digest_key: keyId };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('own_records')
    .values({ team_id: teamId, collection, key, run_id: runId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'collection', 'key'])
        .doUpdateSet({ ...content, run_id: runId, updated_at: sql<Date>`clock_timestamp()` })
        .where(exists === 'replace' ? sql<boolean>`true` : sql<boolean>`own_records.run_id = ${runId}`),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Deletes a record. @returns whether there was one */
export const deleteOwnRecord = async (
  tx: Db,
  { digestRing }: Pick<OwnRecordRings, 'digestRing'>,
  ref: OwnRecordRef,
): Promise<boolean> => {
  const { any } = await keyDigest(tx, digestRing, ref);
  const { numDeletedRows } = await tx
    .deleteFrom('own_records')
    .where('team_id', '=', ref.teamId)
    .where('collection', '=', ref.collection)
    .where('key', 'in', [...any])
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

const keyDigest = async (db: Db, ring: KeyRing, { teamId, collection, key }: OwnRecordRef) => {
  const digest = await digestOf(db, ring, teamId);
  return { ...digest.of('own', `${collection}\n${key}`), keyId: digest.keyId };
};

const ofRef = (db: Db, { teamId, collection }: OwnRecordRef, digests: readonly Buffer[]) =>
  db
    .selectFrom('own_records')
    .where('team_id', '=', teamId)
    .where('collection', '=', collection)
    .where('key', 'in', [...digests]);
