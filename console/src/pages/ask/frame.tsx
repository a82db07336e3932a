import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { Scope } from '../../../../src/contract/scopes.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';

/** A kind of work that people can start, with the scope that it needs. */
const SCOPES = {
  scan: 'scan',
  extract: 'documents',
  code: 'code:run',
  task: 'agents',
  analysis: 'analyze',
} as const satisfies Readonly<Record<string, Scope>>;

export type Kind = keyof typeof SCOPES;

const KINDS = Object.keys(SCOPES) as readonly Kind[];

/**
 * The shared frame of the pages on which people start work: links to the others, and whether the person may
 * ask.
 */
export const AskFrame = ({
  kind,
  children,
}: {
  readonly kind: Kind;
  readonly children: ComponentChildren;
}) => {
  const { t } = useWords();
  useTitle(t(`ask.${kind}`));
  return (
    <>
      <h1>{t(`ask.${kind}`)}</h1>
      <nav class="tabs" aria-label={t('ask.title')}>
        {KINDS.map((each) => (
          <Link key={each} href={`/ask/${each}`} aria-current={each === kind ? 'page' : undefined}>
            {t(`ask.${each}`)}
          </Link>
        ))}
      </nav>
      <Allowed scope={SCOPES[kind]}>{children}</Allowed>
    </>
  );
};
