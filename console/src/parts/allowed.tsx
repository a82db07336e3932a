import type { ComponentChildren } from 'preact';
import type { Scope } from '../../../src/contract/scopes.ts';
import { useMay } from '../api/hooks.ts';
import { useWords } from '../words/index.tsx';

/**
 * Shows a part of a page to people with a scope, and tells everyone else that their roles do not allow it.
 */
export const Allowed = ({
  scope,
  children,
}: {
  readonly scope: Scope;
  readonly children: ComponentChildren;
}) => {
  const { t } = useWords();
  return useMay()(scope) ? <>{children}</> : <p>{t('error.forbidden')}</p>;
};
