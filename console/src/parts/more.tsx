import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../words/index.tsx';

/** The pages of a list that are read, and those that can be. */
export interface Pages {
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly hasPreviousPage: boolean;
  readonly isFetchingPreviousPage: boolean;
  readonly fetchPreviousPage: () => Promise<unknown>;
}

/** How far below the screen a button is when its page is read, so that the list goes on while somebody scrolls. */
const AHEAD = '600px';

/**
 * A button that reads a page, and is pressed by itself once it is near the screen. After a failure only a person presses it, because
 * it would fail again and again.
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

/** Leads to the rows after those that are shown, if there are any. */
export const More = ({ list }: { readonly list: Pages }) =>
  list.hasNextPage ? (
    <ReadOn
      word="app.more"
      isReading={list.isFetchingNextPage}
      hasFailed={list.isError}
      read={async () => list.fetchNextPage()}
    />
  ) : null;

/** Leads back to the rows before those that are shown, if they are no longer kept. */
export const Earlier = ({ list }: { readonly list: Pages }) =>
  list.hasPreviousPage ? (
    <ReadOn
      word="app.earlier"
      isReading={list.isFetchingPreviousPage}
      hasFailed={list.isError}
      read={async () => list.fetchPreviousPage()}
    />
  ) : null;
