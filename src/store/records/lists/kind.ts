import { type RawBuilder, sql } from 'kysely';

export type Row = Readonly<Record<string, unknown>>;

/** A filter's condition for a value that the contract has checked. */
export type Filter = (value: string) => RawBuilder<boolean>;

/** How records of one kind are listed, read and shown. */
export interface ListKind {
  /** Table expression with the alias `r`, with its joins. */
  readonly from: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** Columns that order the list and make a cursor, the last one unique within the team. */
  readonly order: readonly string[];
  readonly newestFirst: boolean;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Returns a record as the API shows it. Identifiers are masked in the table already. */
  readonly show: (row: Row) => Readonly<Record<string, unknown>>;
}

export const equals =
  (column: string): Filter =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`;

/** Filters of records that runs write. */
export const resultFilters = (time: string): Readonly<Record<string, Filter>> => ({
  run_id: equals('r.run_id'),
  from: (value) => sql`${sql.ref(time)} >= ${value}::timestamptz`,
  to: (value) => sql`${sql.ref(time)} < ${value}::timestamptz`,
});

export const isoTime = (value: unknown): string => (value as Date).toISOString();
