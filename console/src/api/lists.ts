import { useInfiniteQuery } from '@tanstack/preact-query';
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

/** How many pages are kept. Of a list that goes on for thousands of rows, only those around the reader are in the page. */
const KEPT = 5;

/** What a list is filtered by. */
export type FiltersOf<O extends Operation> = Omit<NonNullable<Given<O>['query']>, 'cursor'>;

interface Page {
  readonly next_cursor: string | null;
}

/** The first page has no cursor. */
const FIRST = '';

/** The cursor of the page before each page that was read, because lists only lead forwards. */
const cursorBefore = new Map<string, string>();

/**
 * Reads a list page by page, and again every few seconds: the more pages are shown, the less often.
 * @param name of the list, for its place in the cache
 * @param read returns one page
 */
export const useList = <P extends Page, F extends object>(
  name: string,
  filters: F,
  read: (given: { readonly query: F; readonly signal: AbortSignal }) => Promise<P>,
) =>
  useInfiniteQuery({
    queryKey: [name, filters],
    initialPageParam: FIRST,
    queryFn: async ({ pageParam, signal }) => {
      const further = pageParam === FIRST ? {} : { limit: FURTHER, cursor: pageParam };
      const page = await read({ query: { ...filters, ...further }, signal });
      if (page.next_cursor !== null) cursorBefore.set(page.next_cursor, pageParam);
      return page;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    getPreviousPageParam: (_first, _pages, cursor) =>
      cursor === FIRST ? undefined : (cursorBefore.get(cursor) ?? FIRST),
    maxPages: KEPT,
    refetchInterval: ({ state }) => whilePresent(LIST_EVERY_MS * (state.data?.pages.length ?? 1))(),
  });

export const useRuns = (filters: FiltersOf<typeof listRuns>) => useList('runs', filters, api.listRuns);

export const useReviews = (filters: FiltersOf<typeof listReviews>) =>
  useList('reviews', filters, api.listReviews);
