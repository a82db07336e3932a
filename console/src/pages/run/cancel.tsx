import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api } from '../../api/operations.ts';
import { useMe } from '../../api/queries.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

/** Cancels a run after a second click, for people who may do so. */
export const CancelRun = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const queries = useQueryClient();
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: async () => api.cancelRun({ params: { id } }),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ['run', id] }),
  });
  if (me.data?.scopes.includes('runs:write') !== true) return null;
  if (cancel.isSuccess) return <p role="status">{t('run.cancelled')}</p>;
  return (
    <>
      {cancel.isError && <Failure error={cancel.error} />}
      {isAsking ? (
        <div role="group" aria-label={t('run.cancel')}>
          <p>{t('run.cancelSure')}</p>
          <div class="row">
            <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('run.cancelYes')}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              {t('run.cancelNo')}
            </button>
          </div>
        </div>
      ) : (
        <p>
          <button type="button" onClick={() => setAsking(true)}>
            {t('run.cancel')}
          </button>
        </p>
      )}
    </>
  );
};
