import { useEffect } from 'preact/hooks';

/** Names the page in the browser's tabs and history. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Pramaan`;
  }, [title]);
};
