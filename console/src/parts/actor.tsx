import type { Actor } from '../../../src/contract/actor.ts';
import { useWords } from '../words/index.tsx';

/** Who did something: initials of a person, the name of a key, or the service. */
export const ActorName = ({ actor }: { readonly actor: Actor | null }) => {
  const { t, name } = useWords();
  return <>{actor === null ? t('app.none') : `${actor.name} (${name('actor', actor.kind)})`}</>;
};
