import { type RawBuilder, sql } from 'kysely';
import type { WrittenKind } from '../../governance/records/shapes.ts';
import type { Db } from './digest.ts';

/** Tables whose rows belong to a record and are deleted with it, and the columns that refer to it. */
const OWNED: Readonly<
  Record<WrittenKind, readonly (readonly [table: string, column: string, key: string])[]>
> = {
  policies: [['counters', 'policy', 'number']],
  hospitals: [],
  accounts: [['account_resets', 'account', 'number']],
  callers: [
    ['code_failures', 'phone_key', 'phone_key'],
    ['one_time_codes', 'phone_key', 'phone_key'],
  ],
  products: [],
  members: [],
  counters: [],
};

/**
 * Deletes a record and what belongs to it.
 * @returns whether there was one
 * @throws the database's error 23503 if other records refer to it
 */
export const deleteRecord = async (
  tx: Db,
  kind: WrittenKind,
  { teamId, where }: { readonly teamId: string; readonly where: RawBuilder<boolean> },
): Promise<boolean> => {
  const table = sql.ref(kind);
  for (const [owned, column, key] of OWNED[kind])
    await sql`DELETE FROM ${sql.ref(owned)} AS o USING ${table} AS r
      WHERE r.team_id = ${teamId} AND ${where} AND o.team_id = r.team_id AND o.${sql.ref(column)} = r.${sql.ref(key)}`.execute(
      tx,
    );
  const { numAffectedRows } =
    await sql`DELETE FROM ${table} AS r WHERE r.team_id = ${teamId} AND ${where}`.execute(tx);
  return numAffectedRows === 1n;
};
