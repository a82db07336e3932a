import { useMutation } from '@tanstack/preact-query';
import { useMe } from '../../api/queries.ts';
import { operators } from '../../api/operators.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

/** The path below this page's own origin that a frame's address must begin with. */
const below = (address: string): string => {
  const { pathname, hash } = new URL(address);
  return `${pathname}${hash}`;
};

/**
 * The framed page of the live view, in which people watch the desktop or take it over. Each opening requests
 * a new address, and leaving ends that address and closes the view.
 */
export const View = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const me = useMe();
  const params = { run_id: id };
  const open = useMutation({
    mutationFn: async (right: 'watch' | 'control') => {
      const { stream_url: address } = await operators[right]({ params });
      return below(address);
    },
  });
  return (
    <section aria-labelledby="view">
      <h2 id="view">{t('operators.view')}</h2>
      <div class="row">
        <button type="button" disabled={open.isPending} onClick={() => open.mutate('watch')}>
          {t('operators.watch')}
        </button>
        {me.data?.scopes.includes('operators:write') === true && (
          <button type="button" disabled={open.isPending} onClick={() => open.mutate('control')}>
            {t('operators.control')}
          </button>
        )}
      </div>
      {open.isError && <Failure error={open.error} />}
      {open.data !== undefined && (
        <iframe key={open.data} class="view" title={t('operators.view')} src={open.data} />
      )}
    </section>
  );
};
