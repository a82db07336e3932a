import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { getMe } from '../../../src/contract/operations/auth.ts';
import type { Reply } from '../api/call.ts';
import { api } from '../api/operations.ts';
import { useWords } from '../words/index.tsx';
import type { Tab } from './tabs.tsx';
import { ChooseLanguage } from './choose-language.tsx';
import { Failure } from './states.tsx';

const PAGES = [
  ['/', 'app.home'],
  ['/runs', 'app.runs'],
  ['/ask', 'ask.title'],
  ['/operators', 'operators.title'],
  ['/reviews', 'app.reviews'],
  ['/records', 'app.records', 'records:read'],
  ['/ledger', 'app.ledger', 'ledger:read'],
  ['/safety', 'app.safety', 'ledger:read'],
  ['/rules', 'app.rules', 'rules:read'],
  ['/settings', 'app.settings'],
] as const satisfies readonly Tab[];

const useSignOut = () =>
  useMutation({
    mutationFn: async () => api.signOut(),
    // Loads a whole new page, so that nothing that was shown stays in memory.
    onSuccess: ({ provider_sign_out_url: url }) => location.assign(url ?? '/console'),
  });

/** Moves the focus to the new page's content, so that a screen reader begins to read there. */
const useFocusOnChange = (path: string) => {
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus();
    scrollTo(0, 0);
  }, [path]);
  return main;
};

/** The frame of every page: links to the others, the person, and the language. */
export const Frame = ({
  me,
  children,
}: {
  readonly me: Reply<typeof getMe>;
  readonly children: ComponentChildren;
}) => {
  const { t } = useWords();
  const [path] = useLocation();
  const main = useFocusOnChange(path);
  const signOut = useSignOut();
  const isCurrent = (page: string): boolean => (page === '/' ? path === '/' : path.startsWith(page));
  return (
    <>
      <a class="skip" href="#content">
        {t('app.skip')}
      </a>
      <header class="top">
        <span class="brand">Pramaan</span>
        <nav aria-label={t('app.menu')}>
          {PAGES.filter(([, , scope]) => scope === undefined || me.scopes.includes(scope)).map(
            ([page, word]) => (
              <Link key={page} href={page} aria-current={isCurrent(page) ? 'page' : undefined}>
                {t(word)}
              </Link>
            ),
          )}
        </nav>
        <div class="person">
          <span>
            {me.name} · {me.team.name}
          </span>
          <ChooseLanguage />
          <button type="button" onClick={() => signOut.mutate()} disabled={signOut.isPending}>
            {t('app.signOut')}
          </button>
        </div>
      </header>
      {signOut.isError && <Failure error={signOut.error} />}
      <main id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
    </>
  );
};
