import { useMutation, useQueryClient } from '@tanstack/preact-query';
import type { OperatorRunBody } from '../../../../src/contract/operator.ts';
import { operators } from '../../api/operators.ts';
import { useMe } from '../../api/queries.ts';
import { Answers, type Given } from './answers.tsx';
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
    mutationFn: async (given: Given) =>
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
        <Answers key={asked.id} asked={asked} isPending={answer.isPending} give={answer.mutate} />
      ) : (
        <p>{t('operators.cannotAnswer')}</p>
      )}
      {answer.isError && <Failure error={answer.error} />}
    </section>
  );
};
