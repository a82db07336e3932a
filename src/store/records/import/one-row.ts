import { type RawBuilder, sql } from 'kysely';
import type { WriteKind } from './kind.ts';

/** Returns one row's staged values as a table expression with the alias of the staging table, for a write without a file. */
export const rowsOf = ({ staged }: WriteKind, values: readonly (string | null)[]): RawBuilder<unknown> => {
  const names = Object.keys(staged);
  const row = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  const types = sql.raw(names.map((name) => `${name} ${staged[name]}`).join(', '));
  return sql`json_to_recordset(${JSON.stringify([row])}::json) AS r (${types})`;
};
