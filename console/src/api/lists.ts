import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/preact-query';
import type { listReviews } from '../../../src/contract/operations/reviews.ts';
import type { listRuns } from '../../../src/contract/operations/runs.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import type { Given } from './call.ts';
import { api } from './operations.ts';
import { whilePresent } from './presence.ts';

/** How often lists of open work are read again while the page is visible. */
const LIST_EVERY_MS = 5_000;

/** How many rows follow the first page at a time. */
const FURTHER = '100';

/**
 * How many pages are kept. Of a list with thousands of rows, the page contains only those around the reader.
 */
const KEPT = 5;

/** The filters of a list. */
export type FiltersOf<O extends Operation> = Omit<NonNullable<Given<O>['query']>, 'cursor'>;

interface Page {
  readonly next_cursor: string | null;
}

/** The first page has no cursor. */
const FIRST = '';

/** The cursor of the page before each page that was read, because lists only lead forwards. */
const cursorBefore = new Map<string, string>();

/**
 * Returns how a list is read page by page, and kept around the reader.
 * @param read returns the page at a cursor, or the first one
 * @param everyMs how often the kept pages are read again; the more pages are shown, the less often. Default:
 * never
 */
export const inPages = <P extends Page>(
  key: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
  everyMs?: number,
) =>
  infiniteQueryOptions({
    queryKey: key,
    initialPageParam: FIRST,
    queryFn: async ({ pageParam, signal }) => {
      const page = await read(pageParam === FIRST ? undefined : pageParam, signal);
      if (page.next_cursor !== null) cursorBefore.set(page.next_cursor, pageParam);
      return page;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    getPreviousPageParam: (_first, _pages, cursor) =>
      cursor === FIRST ? undefined : (cursorBefore.get(cursor) ?? FIRST),
    maxPages: KEPT,
    refetchInterval: ({ state }) =>
      everyMs !== undefined && whilePresent(everyMs * (state.data?.pages.length ?? 1))(),
  });

/** Reads a list page by page, as `inPages` describes. */
export const usePages = <P extends Page>(...given: Parameters<typeof inPages<P>>) =>
  useInfiniteQuery(inPages(...given));

/**
 * Reads a list that changes all the time.
 * @param name of the list, for its place in the cache
 * @param read returns one page
 */
export const useList = <P extends Page, F extends object>(
  name: string,
  filters: F,
  read: (given: { readonly query: F; readonly signal: AbortSignal }) => Promise<P>,
) =>
  usePages(
    [name, filters],
    async (cursor, signal) => {
      const further = cursor === undefined ? {} : { limit: FURTHER, cursor };
      return read({ query: { ...filters, ...further }, signal });
    },
    LIST_EVERY_MS,
  );

export const useRuns = (filters: FiltersOf<typeof listRuns>) => useList('runs', filters, api.listRuns);

export const useReviews = (filters: FiltersOf<typeof listReviews>) =>
  useList('reviews', filters, api.listReviews);
