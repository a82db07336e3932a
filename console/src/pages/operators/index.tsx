import { useMutation, useQueryClient } from '@tanstack/preact-query';
import type { OperatorRunBody } from '../../../../src/contract/operator.ts';
import { operators, useOperator } from '../../api/operators.ts';
import { useMe } from '../../api/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Prove } from '../../parts/prove.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Question } from './question.tsx';
import { Replay } from './replay.tsx';
import { Video } from './video.tsx';
import { View } from './view.tsx';

const Facts = ({ run }: { readonly run: OperatorRunBody }) => {
  const { t, number } = useWords();
  const state = run.status === 'running' ? 'running' : run.success === true ? 'succeeded' : 'error';
  return (
    <dl>
      <dt>{t('runs.status')}</dt>
      <dd>
        <Badge kind="operator" code={state} />
      </dd>
      <dt>{t('operators.result')}</dt>
      <dd>{run.result ?? t('app.none')}</dd>
      <dt>{t('operators.endedBy')}</dt>
      <dd>{run.ended_by ?? t('app.none')}</dd>
      {run.model !== null && (
        <>
          <dt>{t('start.model')}</dt>
          <dd>
            {run.model.name} · {number(run.model.input_tokens + run.model.output_tokens)} {t('ask.tokens')}
          </dd>
        </>
      )}
      <dt>{t('runs.created')}</dt>
      <dd>
        <FullTime iso={run.created_at} />
      </dd>
      <dt>{t('run.finished')}</dt>
      <dd>{run.finished_at === null ? t('app.none') : <FullTime iso={run.finished_at} />}</dd>
    </dl>
  );
};

const Cancel = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const me = useMe();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: async () => operators.cancel({ params: { run_id: id } }),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ['operator', id] }),
  });
  if (me.data?.scopes.includes('operators:write') !== true) return null;
  return (
    <p>
      <button type="button" disabled={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
        {t('run.cancel')}
      </button>
      {cancel.isError && <Failure error={cancel.error} />}
    </p>
  );
};

/** One operator run: what it asks, its desktop while it works, and its steps with their screens. */
export const Operator = ({ params }: { readonly params: { readonly id: string } }) => {
  const { t } = useWords();
  const run = useOperator(params.id);
  useTitle(t('operators.run', { id: params.id }));
  if (run.isPending) return <Loading />;
  if (run.isError) return <Failure error={run.error} again={async () => run.refetch()} />;
  const isRunning = run.data.status === 'running';
  return (
    <>
      <h1>{t('operators.run', { id: run.data.run_id })}</h1>
      <Question run={run.data} />
      <section aria-label={t('operators.title')}>
        <Facts run={run.data} />
        {isRunning && <Cancel id={params.id} />}
        <p>
          <Prove ledgerRef={run.data.ledger_ref} />
        </p>
      </section>
      {isRunning && <View id={params.id} />}
      <Replay run={run.data} />
      {!isRunning && run.data.steps.length > 0 && <Video id={params.id} />}
    </>
  );
};
