import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';

/** Position of a page's last run. The next page contains older runs. */
export interface RunPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface PageOptions {
  readonly limit: number;
  readonly after?: RunPosition | undefined;
}

/**
 * Reads a page of the runs selected by a query, newest first. Runs that start in the meantime do not shift the pages.
 * @returns the page, whose `end` is undefined if it is the last one
 */
export const readPage = async <
  Table extends 'runs' | 'operator_runs',
  Row extends { readonly id: string; readonly created_at: Date },
>(
  query: SelectQueryBuilder<Database, Table, Row>,
  { limit, after }: PageOptions,
): Promise<{ readonly rows: readonly Row[]; readonly end: RunPosition | undefined }> => {
  const below =
    after === undefined
      ? query
      : query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  // Fetches one more run than requested, to find out whether there is a next page.
  const fetched: readonly Row[] = await below
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(limit + 1)
    .execute();
  const rows = fetched.slice(0, limit);
  const last = fetched.length > limit ? rows.at(-1) : undefined;
  return { rows, end: last && { createdAt: last.created_at, id: last.id } };
};
