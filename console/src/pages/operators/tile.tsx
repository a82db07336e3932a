import { Link } from 'wouter-preact';
import { useOperator } from '../../api/operators.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';
import { lastPictured, Screen } from './screen.tsx';

/** A running operator on the wall: its last screen, its progress, and whether it waits for an answer. */
export const Tile = ({ id, createdAt }: { readonly id: string; readonly createdAt: string }) => {
  const { t } = useWords();
  const run = useOperator(id);
  const step = run.data === undefined ? undefined : lastPictured(run.data.steps);
  return (
    <li>
      <Link href={`/operators/${id}`}>
        {step === undefined ? (
          <span class="screen quiet">{t('operators.noScreen')}</span>
        ) : (
          <Screen id={id} step={step} />
        )}
        <span class="tile-name">{id}</span>
      </Link>
      <p>
        <Time iso={createdAt} />
        {run.data !== undefined && ` · ${t('operators.steps', { count: run.data.steps.length })}`}
      </p>
      {run.data?.pending_approval != null && <span class="badge bad">{t('operators.asks')}</span>}
      {run.isPending && <Loading />}
      {run.isError && <Failure error={run.error} again={async () => run.refetch()} />}
    </li>
  );
};
