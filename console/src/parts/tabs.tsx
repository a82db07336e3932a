import { Link, useLocation } from 'wouter-preact';
import type { Scope } from '../../../src/contract/scopes.ts';
import { useMay } from '../api/hooks.ts';
import { useWords } from '../words/index.tsx';
import type { Word } from '../words/en/index.ts';

/** Path, name, and the scope without which the page is not offered. */
export type Tab = readonly [path: string, word: Word, scope?: Scope];

/** Links between the pages of one part of the console. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) => {
  const { t } = useWords();
  const may = useMay();
  const [path] = useLocation();
  return (
    <nav class="tabs" aria-label={label}>
      {tabs
        .filter(([, , scope]) => scope === undefined || may(scope))
        .map(([page, word]) => (
          <Link key={page} href={page} aria-current={path === page ? 'page' : undefined}>
            {t(word)}
          </Link>
        ))}
    </nav>
  );
};
