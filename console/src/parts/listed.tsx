import type { ComponentChildren } from 'preact';
import { Earlier, More, type Pages } from './more.tsx';
import { Failure, Loading } from './states.tsx';

/** A list in all of its states: loading, failed, empty, and with rows and the pages around them. */
export const Listed = ({
  list,
  isEmpty,
  none,
  children,
}: {
  readonly list: Pages & {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly isEmpty: boolean;
  /** Shown if there are no rows. */
  readonly none: string;
  readonly children: ComponentChildren;
}) => (
  <>
    {list.isPending && <Loading />}
    {list.isError && <Failure error={list.error} again={async () => list.refetch()} />}
    {list.isSuccess && isEmpty && <p>{none}</p>}
    <Earlier list={list} />
    {!isEmpty && children}
    <More list={list} />
  </>
);
