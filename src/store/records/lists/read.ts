import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../digest.ts';
import type { ListKind, Row } from './kind.ts';

/** Values of a list's order columns at the end of a page. */
export type Place = readonly string[];

export interface PageOfRecords {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** The place of the next page; undefined if there is none. */
  readonly next: Place | undefined;
}

export interface ListRequest {
  readonly teamId: string;
  /** Filter values by name; filters that are undefined do not apply. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly after?: Place | undefined;
  readonly limit: number;
}

/** Reads a page of a team's records. */
export const listRecords = async (
  db: Db,
  kind: ListKind,
  { teamId, filters, after, limit }: ListRequest,
): Promise<PageOfRecords> => {
  const conditions: RawBuilder<boolean>[] = [sql`r.team_id = ${teamId}`];
  for (const [name, condition] of Object.entries(kind.filters)) {
    const value = filters[name];
    if (typeof value === 'string') conditions.push(condition(value));
  }
  const order = kind.order.map((column) => sql.ref(`r.${column}`));
  if (after !== undefined) {
    const place = sql.join(
      after.map((value, index) =>
        kind.order.length > 1 && index === 0 ? sql`${value}::timestamptz` : sql`${value}`,
      ),
    );
    conditions.push(sql`(${sql.join(order)}) ${sql.raw(kind.newestFirst ? '<' : '>')} (${place})`);
  }
  const direction = sql.raw(kind.newestFirst ? 'DESC' : 'ASC');
  const { rows } = await sql<Row>`SELECT ${kind.columns} FROM ${kind.from}
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sql.join(order.map((column) => sql`${column} ${direction}`))} LIMIT ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    records: page.map((row) => kind.show(row)),
    next: last && kind.order.map((column) => placeOf(last[column])),
  };
};

const placeOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** Reads one record. @returns undefined if the team has none that matches */
export const findRecord = async (
  db: Db,
  kind: ListKind,
  { teamId, where }: { readonly teamId: string; readonly where: RawBuilder<boolean> },
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const { rows } = await sql<Row>`SELECT ${kind.columns} FROM ${kind.from}
    WHERE r.team_id = ${teamId} AND ${where}`.execute(db);
  return rows[0] && kind.show(rows[0]);
};

/** Number of records that an export reads at once. */
const EXPORT_PAGE = 1_000;

/** Reads all of a team's records that match, a page at a time. */
export const allRecords = async function* (
  db: Db,
  kind: ListKind,
  request: Pick<ListRequest, 'teamId' | 'filters'>,
): AsyncGenerator<PageOfRecords['records'], void, undefined> {
  let after: Place | undefined;
  do {
    const page = await listRecords(db, kind, { ...request, after, limit: EXPORT_PAGE });
    yield page.records;
    after = page.next;
  } while (after !== undefined);
};
