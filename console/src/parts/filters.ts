import { useSearchParams } from 'wouter-preact';

/** Keeps filters in the page's address, so that a link to the page shows the same list. */
export const useFilters = () => {
  const [params, setParams] = useSearchParams();
  return {
    filter: (name: string): string => params.get(name) ?? '',
    setFilter: (name: string, value: string): void =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === '') after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
  };
};
