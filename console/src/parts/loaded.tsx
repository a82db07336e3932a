import type { ComponentChildren } from 'preact';
import { Failure, Loading } from './states.tsx';

interface Query<T> {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly data: T | undefined;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Shows the result of a query: that it is loading, then what was read, and an error beside what was read
 * earlier.
 */
export const Loaded = <T,>({
  query,
  children,
}: {
  readonly query: Query<T>;
  readonly children: (data: T) => ComponentChildren;
}) => (
  <>
    {query.isPending && <Loading />}
    {query.isError && <Failure error={query.error} again={async () => query.refetch()} />}
    {query.data !== undefined && children(query.data)}
  </>
);
