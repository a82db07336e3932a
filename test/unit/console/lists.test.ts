import { InfiniteQueryObserver, QueryClient } from '@tanstack/preact-query';
import { expect, it, onTestFinished } from 'vitest';
import { inPages } from '../../../console/src/api/lists.ts';

it('five pages of a longer list are kept and read again, and going back reads the dropped ones', async () => {
  const asked: number[] = [];
  const queries = new QueryClient();
  const list = new InfiniteQueryObserver(
    queries,
    inPages(['numbers'], async (cursor) => {
      const at = Number(cursor ?? '0');
      asked.push(at);
      return { at, next_cursor: at === 6 ? null : String(at + 1) };
    }),
  );
  onTestFinished(list.subscribe(() => undefined));
  const shown = (): readonly number[] => list.getCurrentResult().data!.pages.map(({ at }) => at);
  await list.refetch();
  for (let page = 1; page <= 6; page += 1) await list.fetchNextPage();
  expect(shown()).toEqual([2, 3, 4, 5, 6]);
  expect(list.getCurrentResult().hasNextPage).toBe(false);
  asked.length = 0;
  await list.refetch();
  expect(asked).toEqual([2, 3, 4, 5, 6]);
  await list.fetchPreviousPage();
  expect(shown()).toEqual([1, 2, 3, 4, 5]);
  await list.fetchPreviousPage();
  expect(shown()).toEqual([0, 1, 2, 3, 4]);
  expect(list.getCurrentResult().hasPreviousPage).toBe(false);
});
