import { useMutation, useQueryClient } from '@tanstack/preact-query';
import type { OperatorRunBody } from '../../../../src/contract/operator.ts';
import { operators } from '../../api/operators.ts';
import { useMe } from '../../api/queries.ts';
import { Failure } from '../../parts/states.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';

/** What the operator asks before an action, and the answer. */
export const Question = ({ run }: { readonly run: OperatorRunBody }) => {
  const { t, name } = useWords();
  const me = useMe();
  const queries = useQueryClient();
  const asked = run.pending_approval;
  const answer = useMutation({
    mutationFn: async (given: { readonly id: string; readonly approve: boolean }) =>
      operators.answer({ params: { run_id: run.run_id }, body: given }),
    onSuccess: (after) => queries.setQueryData(['operator', run.run_id], after),
  });
  if (asked === null) return null;
  return (
    <section aria-labelledby="question" class="asks">
      <h2 id="question">{t('operators.asks')}</h2>
      <p role="alert">
        <strong>{name('oprisk', asked.risk)}</strong>: {asked.detail}
      </p>
      <p class="quiet">
        {t('operators.until')} <FullTime iso={asked.until} />
      </p>
      {me.data?.scopes.includes('operators:write') === true ? (
        <div class="row">
          <button
            type="button"
            class="main"
            disabled={answer.isPending}
            onClick={() => answer.mutate({ id: asked.id, approve: true })}
          >
            {t('operators.approve')}
          </button>
          <button
            type="button"
            disabled={answer.isPending}
            onClick={() => answer.mutate({ id: asked.id, approve: false })}
          >
            {t('operators.refuse')}
          </button>
        </div>
      ) : (
        <p>{t('operators.cannotAnswer')}</p>
      )}
      {answer.isError && <Failure error={answer.error} />}
    </section>
  );
};
