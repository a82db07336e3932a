import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';
import type { Scope } from '../../../src/contract/scopes.ts';
import { ApiError, newIdempotencyKey } from './call.ts';
import { whilePresent } from './presence.ts';
import { useMe } from './queries.ts';

type Key = readonly unknown[];

/** Reads something, again every so often if it changes by itself. */
export const useRead = <T>(key: Key, read: (signal: AbortSignal) => Promise<T>, everyMs?: number) =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => read(signal),
    ...(everyMs !== undefined && { refetchInterval: whilePresent(everyMs) }),
  });

/** Reads a list page by page. */
export const usePages = <P extends { readonly next_cursor: string | null }>(
  key: Key,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
  everyMs?: number,
) =>
  useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    ...(everyMs !== undefined && { refetchInterval: whilePresent(everyMs) }),
  });

/**
 * Changes something. If the response is lost, the same change is sent again under the same Idempotency-Key, so that it happens once.
 * @param stale first words of the keys of what has to be read again
 */
export const useAct = <V = void, T = unknown>(
  act: (given: V, idempotencyKey: string) => Promise<T>,
  stale: readonly string[] = [],
) => {
  const queries = useQueryClient();
  const lost = useRef<{ readonly given: string; readonly key: string } | null>(null);
  return useMutation({
    mutationFn: async (given: V) => {
      const text = JSON.stringify(given) ?? '';
      const key = lost.current?.given === text ? lost.current.key : newIdempotencyKey();
      lost.current = null;
      try {
        return await act(given, key);
      } catch (error) {
        if (error instanceof ApiError && error.status === 0) lost.current = { given: text, key };
        throw error;
      }
    },
    onSuccess: async () => {
      await Promise.all(stale.map(async (name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
};

/** Returns whether the person who is signed in has a scope. What they may not do is not offered to them. */
export const useMay = (): ((scope: Scope) => boolean) => {
  const { data } = useMe();
  return (scope) => data?.scopes.includes(scope) === true;
};
