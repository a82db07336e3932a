import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../words/index.tsx';

/** The pages of a list that have been read, and the functions to read more. */
export interface Pages {
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly hasPreviousPage: boolean;
  readonly isFetchingPreviousPage: boolean;
  readonly fetchPreviousPage: () => Promise<unknown>;
}

/**
 * Distance below the screen at which a button's page is read, so that the list continues while somebody
 * scrolls.
 */
const AHEAD = '600px';

/**
 * A button that reads a page, and presses itself when it comes near the screen. After a failure only a person
 * presses it, because it would fail again and again.
 */
const ReadOn = ({
  word,
  isReading,
  hasFailed,
  read,
}: {
  readonly word: 'app.more' | 'app.earlier';
  readonly isReading: boolean;
  readonly hasFailed: boolean;
  readonly read: () => Promise<unknown>;
}) => {
  const { t } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (isReading || hasFailed || button.current === null) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void latest.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isReading, hasFailed]);
  return (
    <p>
      <button ref={button} type="button" disabled={isReading} onClick={() => void read()}>
        {t(word)}
      </button>
    </p>
  );
};

/** Loads the rows after those shown, if there are any. */
export const More = ({ list }: { readonly list: Pages }) =>
  list.hasNextPage ? (
    <ReadOn
      word="app.more"
      isReading={list.isFetchingNextPage}
      hasFailed={list.isError}
      read={async () => list.fetchNextPage()}
    />
  ) : null;

/** Loads the rows before those shown, if they are no longer kept. */
export const Earlier = ({ list }: { readonly list: Pages }) =>
  list.hasPreviousPage ? (
    <ReadOn
      word="app.earlier"
      isReading={list.isFetchingPreviousPage}
      hasFailed={list.isError}
      read={async () => list.fetchPreviousPage()}
    />
  ) : null;
