import type pg from 'pg';
import { SIGNATURE_TYPE, type VerifierKey, verifierKey } from '../transparency/verifier-key.ts';

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
 * signed can be checked for ever.
 */
export const publishKeys = async (
  pool: Queries,
  originBase: string,
  publicKeys: readonly Buffer[],
): Promise<void> => {
  await pool.query(
    `INSERT INTO ledger_keys (origin_base, public_key) SELECT $1, unnest($2::bytea[]) ON CONFLICT DO NOTHING`,
    [originBase, publicKeys],
  );
  await pool.query(
    `UPDATE ledger_keys SET retired_at = CASE WHEN retired_at IS NULL THEN now() END
     WHERE (retired_at IS NULL) <> (origin_base = $1 AND public_key = ANY ($2::bytea[]))`,
    [originBase, publicKeys],
  );
};

/** Every key that a team's checkpoints were ever signed with, those that sign now first. */
export const publishedKeys = async (pool: Queries, teamId: string): Promise<readonly PublishedKey[]> => {
  const { rows } = await pool.query<{
    readonly origin_base: string;
    readonly public_key: Buffer;
    readonly published_at: Date;
    readonly retired_at: Date | null;
  }>(`SELECT origin_base, public_key, published_at, retired_at FROM ledger_keys
      ORDER BY retired_at DESC NULLS FIRST, published_at DESC, public_key`);
  return rows.map((row) => ({
    key: verifierKey(originOf(row.origin_base, teamId), SIGNATURE_TYPE.note, row.public_key),
    publishedAt: row.published_at,
    retiredAt: row.retired_at,
  }));
};
