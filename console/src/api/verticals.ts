import { useQuery } from '@tanstack/preact-query';
import { useWords } from '../words/index.tsx';
import { useMay } from './hooks.ts';
import { VERTICALS } from './types.ts';
import { work } from './work.ts';

/** A vertical that the team has written and put in force. */
export interface OwnVertical {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

const NONE: readonly OwnVertical[] = [];

/** The team's own verticals that are in force. Whoever may not read them sees those of the service alone. */
export const useOwnVerticals = (): readonly OwnVertical[] => {
  const mayRead = useMay()('rules:read');
  const { data } = useQuery({
    queryKey: ['own-verticals'],
    enabled: mayRead,
    queryFn: async ({ signal }) => work.listTeamVerticals({ signal }),
    staleTime: 60_000,
  });
  return (
    data?.verticals.flatMap(({ id, title, in_force: pin }) =>
      pin === null ? [] : [{ id, title, version: pin.version }],
    ) ?? NONE
  );
};

/** The ids of all verticals, and a function that names one: the team's own by the title of its document. */
export const useVerticals = (): {
  readonly ids: readonly string[];
  readonly own: readonly OwnVertical[];
  readonly nameOf: (id: string) => string;
} => {
  const own = useOwnVerticals();
  const { name } = useWords();
  return {
    own,
    ids: [...VERTICALS, ...own.map(({ id }) => id)],
    nameOf: (id) => own.find((one) => one.id === id)?.title ?? name('vertical', id),
  };
};

const PREFIX = 'vertical:';

/** Returns a function that names what a switch stops. */
export const useScopeName = (): ((scope: string) => string) => {
  const { name } = useWords();
  const { own } = useVerticals();
  return (scope) => {
    const id = scope.startsWith(PREFIX) ? scope.slice(PREFIX.length) : undefined;
    return own.find((one) => one.id === id)?.title ?? name('switch', scope);
  };
};
