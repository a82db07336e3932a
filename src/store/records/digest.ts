import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';

export type Db = Kysely<Database>;

/** Purpose of the ring's keys for digests. */
export const DIGEST_PURPOSE = 'record-digest';

export type DigestKind =
  | 'claim'
  | 'event'
  | 'line'
  | 'hospital'
  | 'pan'
  | 'aadhaar'
  | 'email'
  | 'ticket'
  | 'phone'
  | 'code'
  | 'call'
  | 'own';

/** A text's digests. */
export interface RecordDigest {
  /** The digest to store, made with the ring's current key. */
  readonly bytes: Buffer;
  /**
   * Every digest that a row with this text may have, the current one first: one for each key of the ring, and one with the team's
   * salt if the team had rows before digests were keyed.
   */
  readonly any: readonly Buffer[];
}

/**
 * Computes digests for one team. Equal strings of the same kind have equal digests, but different teams' digests cannot be
 * compared.
 */
export interface Digest {
  /** The key that makes the digests to store. It is stored with them. */
  readonly keyId: string;
  /** The keys of all digests that can be looked up; null stands for the salt. */
  readonly keyIds: readonly (string | null)[];
  readonly of: (kind: DigestKind, text: string) => RecordDigest;
}

/** Returns a team's digest function. @param ring a ring for {@link DIGEST_PURPOSE} */
export const digestOf = async (db: Db, ring: KeyRing, teamId: string): Promise<Digest> => {
  const salt = await readSalt(db, teamId);
  const keyIds = ring.ids;
  return {
    keyId: keyIds[0]!,
    keyIds: salt === undefined ? keyIds : [...keyIds, null],
    of: (kind, text) => {
      const labelled = `${kind}\n${text}`;
      const keyed = ring.signatures(`${teamId}\n${labelled}`);
      const any = salt === undefined ? keyed : [...keyed, salted(salt, labelled)];
      return { bytes: any[0]!, any };
    },
  };
};

/** Returns whether a stored digest was made from the same text. */
export const isDigestOf = (stored: Buffer, digest: RecordDigest): boolean =>
  digest.any.some((one) => one.equals(stored));

/**
 * Returns the condition that no row has a digest yet. Two processes that change their keys at different times may both have stored
 * a row; the newer one then counts.
 */
export const isFree = (table: string, column: string, teamId: string, digest: Buffer) =>
  sql<boolean>`NOT EXISTS (SELECT FROM ${sql.ref(table)} AS o WHERE o.team_id = ${teamId} AND o.${sql.ref(column)} = ${digest})`;

const salted = (salt: Buffer, labelled: string): Buffer =>
  createHash('sha256').update(salt).update(labelled).digest();

const readSalt = async (db: Db, teamId: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('record_salts')
    .select('salt')
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.salt;
};
