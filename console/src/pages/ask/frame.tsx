import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { useMe } from '../../api/queries.ts';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';

/** What can be asked for, with the scope that it takes. */
const KINDS = [
  ['scan', 'scan'],
  ['extract', 'documents'],
  ['code', 'code:run'],
  ['task', 'agents'],
  ['analysis', 'analyze'],
] as const;

export type Kind = (typeof KINDS)[number][0];

/** What the pages of work that people ask for themselves share: links to the others, and whether the person may ask. */
export const AskFrame = ({
  kind,
  children,
}: {
  readonly kind: Kind;
  readonly children: ComponentChildren;
}) => {
  const { t } = useWords();
  const me = useMe();
  const scopes = new Set<string>(me.data?.scopes);
  const scope = KINDS.find(([each]) => each === kind)?.[1] ?? '';
  useTitle(t(`ask.${kind}`));
  return (
    <>
      <h1>{t(`ask.${kind}`)}</h1>
      <nav class="tabs" aria-label={t('ask.title')}>
        {KINDS.map(([each]) => (
          <Link key={each} href={`/ask/${each}`} aria-current={each === kind ? 'page' : undefined}>
            {t(`ask.${each}`)}
          </Link>
        ))}
      </nav>
      {me.data != null && !scopes.has(scope) ? <p>{t('error.forbidden')}</p> : children}
    </>
  );
};
