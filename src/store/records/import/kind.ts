import { type RawBuilder, sql } from 'kysely';
import type { RowValues } from '../../../governance/records/shape.ts';
import type { Db, Digest } from '../digest.ts';

export interface WriteContext {
  readonly teamId: string;
  readonly digest: Digest;
  /** Columns that the rows have. A column that is left out keeps its stored value. */
  readonly given: ReadonlySet<string>;
  /** The staged rows, as a table expression. */
  readonly rows: RawBuilder<unknown>;
}

export interface Written {
  readonly inserted: number;
  readonly updated: number;
}

/** How rows of one kind are staged and then written in one statement. */
export interface WriteKind {
  /** Columns of the staging table, with their types; the first one is the key. */
  readonly staged: Readonly<Record<string, string>>;
  /** Name of the field that the key is made from. */
  readonly keyField: string;
  /** Returns a row's staged values, in the order of `staged`. */
  readonly stage: (values: RowValues, digest: Digest) => readonly (string | null)[];
  /** Gives rows whose digests were made with an earlier key the current digest, so that the rows are found by it. */
  readonly renewDigests?: (tx: Db, context: WriteContext) => Promise<void>;
  /** A reference that every row must have, and the condition for a staged row without it. */
  readonly orphan?: {
    readonly column: string;
    readonly reason: string;
    readonly where: (teamId: string) => RawBuilder<boolean>;
  };
  readonly upsert: (tx: Db, context: WriteContext) => Promise<Written>;
}

/** A row that names a policy requires that policy on file. */
export const needsPolicy: NonNullable<WriteKind['orphan']> = {
  column: 'policy',
  reason: 'names a policy that is not on file; import the policies first',
  where: (teamId) =>
    sql`NOT EXISTS (SELECT FROM policies AS p WHERE p.team_id = ${teamId} AND p.number = r.policy)`,
};

/** Runs an upsert and counts its rows. A row that is already stored as it is given is not written. */
export const countWritten = async (tx: Db, upsert: RawBuilder<unknown>): Promise<Written> => {
  const { rows } = await sql<{ inserted: number; updated: number }>`
    WITH written AS (${upsert} RETURNING (xmax = 0) AS is_new)
    SELECT count(*) FILTER (WHERE is_new)::int AS inserted, count(*) FILTER (WHERE NOT is_new)::int AS updated
    FROM written`.execute(tx);
  return rows[0]!;
};
