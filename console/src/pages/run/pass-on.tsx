import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { RunBody } from '../../../../src/contract/run.ts';
import { useMe } from '../../api/queries.ts';
import { useWords } from '../../words/index.tsx';

/**
 * Copies the page's address for colleagues. Where browsers do not allow that (without https on another
 * machine), the address is shown.
 */
const CopyLink = () => {
  const { t } = useWords();
  const [state, setState] = useState<'copied' | 'shown'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      setState('copied');
    } catch {
      setState('shown');
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {t('run.copyLink')}
      </button>
      {state === 'copied' && <span role="status">{t('run.linkCopied')}</span>}
      {state === 'shown' && <input readOnly aria-label={t('run.link')} value={location.href} />}
    </>
  );
};

/** Actions for readers of a run: share its address, or run its case again. */
export const PassOn = ({ run }: { readonly run: RunBody }) => {
  const { t } = useWords();
  const me = useMe();
  return (
    <div class="row">
      <CopyLink />
      {me.data?.scopes.includes('runs:write') === true && (
        <Link class="button" href={`/start?again=${run.id}&vertical=${run.vertical}`}>
          {t('run.again')}
        </Link>
      )}
    </div>
  );
};
