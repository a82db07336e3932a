import type pg from 'pg';
import { SIGNATURE_TYPE, type VerifierKey, verifierKey } from './proofs/verifier-key.ts';

/** A public key that signs or used to sign checkpoints. */
export interface PublishedKey {
  /** The key with its name in the team's checkpoints. */
  readonly key: VerifierKey;
  readonly publishedAt: Date;
  /** Null while the key is still used to sign. */
  readonly retiredAt: Date | null;
}

type Queries = Pick<pg.Pool, 'query'>;

/**
 * Returns the name of a team's log. It is also the origin line of the log's checkpoints and the name of the keys that sign them.
 */
export const originOf = (originBase: string, teamId: string): string => `${originBase}/${teamId}`;

/**
 * Publishes the public keys that will sign from now on. Retires all others but keeps them published, so that their signatures can
 * always be checked. The service's role may publish only an installation's first keys, so that a compromised process cannot
 * publish a key of its own.
 * @returns whether other keys were published before
 * @throws database error 42501 when different keys are already published and the connection is not the owner's
 */
export const publishKeys = async (
  pool: Queries,
  originBase: string,
  publicKeys: readonly Buffer[],
): Promise<boolean> => {
  const { rows } = await pool.query<{ done: boolean }>(
    'SELECT publish_first_ledger_keys($1, $2::bytea[]) AS done',
    [originBase, publicKeys],
  );
  if (rows[0]?.done === true) return false;
  const active = await activeKeys(pool, originBase);
  const isSame =
    active.total === publicKeys.length &&
    publicKeys.every((key) => active.keys.some((one) => one.equals(key)));
  if (!isSame) await pool.query('SELECT publish_ledger_keys($1, $2::bytea[])', [originBase, publicKeys]);
  return !isSame;
};

/** Returns the keys that may currently sign under an origin, and the number of keys that sign under any origin. */
export const activeKeys = async (
  pool: Queries,
  originBase: string,
): Promise<{ readonly keys: readonly Buffer[]; readonly total: number }> => {
  const { rows } = await pool.query<{ origin_base: string; public_key: Buffer }>(
    'SELECT origin_base, public_key FROM ledger_keys WHERE retired_at IS NULL',
  );
  const keys = rows.filter((row) => row.origin_base === originBase).map((row) => row.public_key);
  return { keys, total: rows.length };
};

/** A published key as stored, without a team's name. */
interface KeyRow {
  readonly origin_base: string;
  readonly public_key: Buffer;
  readonly published_at: Date;
  readonly retired_at: Date | null;
}

/** Reads the published keys once, for callers that handle many teams. */
export const readKeys = async (pool: Queries): Promise<readonly KeyRow[]> => {
  const { rows } = await pool.query<KeyRow>(`SELECT origin_base, public_key, published_at, retired_at
    FROM ledger_keys ORDER BY retired_at DESC NULLS FIRST, published_at DESC, public_key`);
  return rows;
};

/** Returns the keys with their names in one team's checkpoints. */
export const keysOfTeam = (rows: readonly KeyRow[], teamId: string): readonly PublishedKey[] =>
  rows.map((row) => ({
    key: verifierKey(originOf(row.origin_base, teamId), SIGNATURE_TYPE.note, row.public_key),
    publishedAt: row.published_at,
    retiredAt: row.retired_at,
  }));

/** Returns every key that ever signed a team's checkpoints, active keys first. */
export const publishedKeys = async (pool: Queries, teamId: string): Promise<readonly PublishedKey[]> =>
  keysOfTeam(await readKeys(pool), teamId);
