import type pg from 'pg';
import { SIGNATURE_TYPE, type VerifierKey, verifierKey } from './proofs/verifier-key.ts';

/** A public key that checkpoints are, or were, signed with. */
export interface PublishedKey {
  /** Under the name that it has in the checkpoints of one team. */
  readonly key: VerifierKey;
  readonly publishedAt: Date;
  /** null while it signs. */
  readonly retiredAt: Date | null;
}

type Queries = Pick<pg.Pool, 'query'>;

/** The name of a team's log: the origin line of its checkpoints, and the name of the keys that sign them. */
export const originOf = (originBase: string, teamId: string): string => `${originBase}/${teamId}`;

/**
 * Makes the public keys known that sign from now on. All others count as retired; they stay published, so that what they
 * signed can be checked for ever. The service's role may publish the first keys of an installation, and no others: a
 * process that was taken over must not make a key of its own known.
 * @throws the database's 42501 when other keys are published and the connection is not the owner's
 */
export const publishKeys = async (
  pool: Queries,
  originBase: string,
  publicKeys: readonly Buffer[],
): Promise<void> => {
  const { rows } = await pool.query<{ done: boolean }>(
    'SELECT publish_first_ledger_keys($1, $2::bytea[]) AS done',
    [originBase, publicKeys],
  );
  if (rows[0]?.done === true) return;
  const active = await activeKeys(pool, originBase);
  const isSame =
    active.total === publicKeys.length &&
    publicKeys.every((key) => active.keys.some((one) => one.equals(key)));
  if (!isSame) await pool.query('SELECT publish_ledger_keys($1, $2::bytea[])', [originBase, publicKeys]);
};

/** The keys that may sign under an origin now, and how many sign under any. */
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

/** A published key as it is stored, under no team's name yet. */
interface KeyRow {
  readonly origin_base: string;
  readonly public_key: Buffer;
  readonly published_at: Date;
  readonly retired_at: Date | null;
}

/** Reads the published keys once, for callers that name them for many teams. */
export const readKeys = async (pool: Queries): Promise<readonly KeyRow[]> => {
  const { rows } = await pool.query<KeyRow>(`SELECT origin_base, public_key, published_at, retired_at
    FROM ledger_keys ORDER BY retired_at DESC NULLS FIRST, published_at DESC, public_key`);
  return rows;
};

/** Keys under the names that they have in the checkpoints of one team. */
export const keysOfTeam = (rows: readonly KeyRow[], teamId: string): readonly PublishedKey[] =>
  rows.map((row) => ({
    key: verifierKey(originOf(row.origin_base, teamId), SIGNATURE_TYPE.note, row.public_key),
    publishedAt: row.published_at,
    retiredAt: row.retired_at,
  }));

/** Every key that a team's checkpoints were ever signed with, those that sign now first. */
export const publishedKeys = async (pool: Queries, teamId: string): Promise<readonly PublishedKey[]> =>
  keysOfTeam(await readKeys(pool), teamId);
