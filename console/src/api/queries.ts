import { MutationCache, QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/preact-query';
import { ApiError, keepCsrfToken, keepRenewal, type Reply } from './call.ts';
import { api } from './operations.ts';
import { createHolder } from './person.ts';
import { whilePresent } from './presence.ts';
import type { getMe } from '../../../src/contract/operations/auth.ts';
import type { getReview } from '../../../src/contract/operations/reviews.ts';

const RUN_EVERY_MS = 5_000;
const LEDGER_EVERY_MS = 60_000;

const ME = ['me'] as const;

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Only a missing response is worth another try; a problem that the API reports would be reported again. */
const retries = (count: number, error: unknown): boolean =>
  count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);

/**
 * Creates the cache of the API's responses. When a session ends, the sign-in is shown at once, whatever is
 * open.
 */
export const createQueries = (): QueryClient => {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) client.setQueryData(ME, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a network, requests fail at once and the page says so; waiting for the network would look
      // like loading.
      queries: { retry: retries, staleTime: 1_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  keepRenewal(async () => {
    const me = await readMe();
    client.setQueryData(ME, me);
    return me !== null;
  });
  return client;
};

const mayGoOn = createHolder();

/**
 * Reads who is signed in, and keeps their token. If another person has signed in in this browser, the page is loaded again: nothing
 * that the first person wrote or read stays, and until then nothing can be sent, because the token is gone.
 * @returns null if the page is loaded again
 */
const readMe = async (given?: { readonly signal: AbortSignal }): Promise<Reply<typeof getMe> | null> => {
  const me = await api.getMe(given);
  if (mayGoOn(me)) {
    keepCsrfToken(me.csrf_token);
    return me;
  }
  keepCsrfToken(null);
  location.reload();
  return null;
};

/** The person who is signed in; null without a session. */
export const useMe = () =>
  useQuery({
    queryKey: ME,
    staleTime: LEDGER_EVERY_MS,
    queryFn: async ({ signal }) => {
      try {
        return await readMe({ signal });
      } catch (error) {
        if (isSignedOut(error)) return null;
        throw error;
      }
    },
  });

/**
 * Whether the chain is intact since its last checkpoint, and that checkpoint; null if none has been signed
 * yet.
 */
export const useLedgerState = () => {
  const verification = useQuery({
    queryKey: ['verification'],
    queryFn: async ({ signal }) => api.verifyLedger({ query: { since: 'checkpoint' }, signal }),
    refetchInterval: whilePresent(LEDGER_EVERY_MS),
  });
  const checkpoint = useQuery({
    queryKey: ['checkpoint'],
    queryFn: async ({ signal }) => {
      try {
        return await api.getLatestCheckpoint({ signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: whilePresent(LEDGER_EVERY_MS),
  });
  return { verification, checkpoint };
};

export const useRun = (id: string) =>
  useQuery({
    queryKey: ['run', id],
    queryFn: async ({ signal }) => api.getRun({ params: { id }, signal }),
    // Events report changes sooner; this is for when the service has no room for another stream.
    refetchInterval: ({ state }) => state.data?.status === 'running' && whilePresent(RUN_EVERY_MS)(),
  });

/** @param isRepeated whether the run is running without a stream that reports its new rows */
export const useRunLedger = (id: string, isRepeated: boolean) =>
  useQuery({
    queryKey: ['run', id, 'ledger'],
    queryFn: async ({ signal }) => api.getRunLedger({ params: { id }, signal }),
    refetchInterval: () => isRepeated && whilePresent(RUN_EVERY_MS)(),
  });

export const useReview = (id: string) =>
  useQuery({
    queryKey: ['review', id],
    queryFn: async ({ signal }) => api.getReview({ params: { id }, signal }),
    refetchInterval: whilePresent(RUN_EVERY_MS),
  });

/** Returns a function that keeps a changed review, and reads all lists of reviews again. */
export const useKeepReview = () => {
  const queries = useQueryClient();
  return async (review: Reply<typeof getReview>): Promise<void> => {
    queries.setQueryData(['review', review.id], review);
    await queries.invalidateQueries({ queryKey: ['reviews'] });
  };
};
