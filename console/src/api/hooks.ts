import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Scope } from '../../../src/contract/scopes.ts';
import { whilePresent } from './presence.ts';
import { useMe } from './queries.ts';
import { createRepeat } from './repeat.ts';

type Key = readonly unknown[];

/** Reads something, and reads it again at intervals if it changes by itself. */
export const useRead = <T>(key: Key, read: (signal: AbortSignal) => Promise<T>, everyMs?: number) =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => read(signal),
    ...(everyMs !== undefined && { refetchInterval: whilePresent(everyMs) }),
  });

/**
 * Changes something. If the response was lost and nobody knows whether the change happened, the same change
 * is sent again under the same Idempotency-Key, so that it happens once.
 * @param act its `given` contains everything that is sent, which tells whether it is the same change
 * @param stale first words of the keys of what has to be read again
 * @param hasSecret whether the reply contains a secret, so that nothing keeps it once the page has called
 * `reset`
 */
export const useAct = <V = void, T = unknown>(
  act: (given: V, idempotencyKey: string) => Promise<T>,
  stale: readonly string[] = [],
  { hasSecret = false }: { readonly hasSecret?: boolean } = {},
) => {
  const queries = useQueryClient();
  const [repeat] = useState(() => createRepeat());
  return useMutation({
    mutationFn: async (given: V) => repeat(given, async (key) => act(given, key)),
    ...(hasSecret && { gcTime: 0 }),
    onSuccess: async () => {
      await Promise.all(stale.map(async (name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
};

/** Returns whether the signed-in person has a scope. The console offers people only what they may do. */
export const useMay = (): ((scope: Scope) => boolean) => {
  const { data } = useMe();
  return (scope) => data?.scopes.includes(scope) === true;
};
