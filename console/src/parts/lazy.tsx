import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure, Loading } from './states.tsx';

/**
 * Returns a page whose script is loaded the first time that somebody opens it, so that the first page of a
 * visit stays small.
 * @param load imports the page
 */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> => {
  let Loaded: ComponentType<P> | undefined;
  return (props: P) => {
    const [, draw] = useState(0);
    const [error, setError] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (Loaded !== undefined) return;
      setError(undefined);
      const read = async (): Promise<void> => {
        try {
          Loaded = await load();
          draw((count) => count + 1);
        } catch (failure) {
          // A release may have replaced the files since this page was opened.
          setError(failure);
        }
      };
      void read();
    }, [attempt]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    return error === undefined ? (
      <Loading />
    ) : (
      <Failure error={error} again={async () => setAttempt((count) => count + 1)} />
    );
  };
};

/**
 * Returns such a page about one thing. Another id creates a new page, so typed text and followed streams do
 * not carry over to the next thing.
 */
export const lazyById = <P extends { readonly params: Readonly<Record<string, string | undefined>> }>(
  load: () => Promise<ComponentType<P>>,
): FunctionComponent<P> => {
  const Page = lazy(load);
  return (props: P) => <Page key={Object.values(props.params).join('/')} {...props} />;
};
