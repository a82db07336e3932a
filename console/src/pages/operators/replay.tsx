import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { OperatorRunBody } from '../../../../src/contract/operator.ts';
import { work } from '../../api/work.ts';
import { Badge } from '../../parts/badge.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';
import { Screen } from './screen.tsx';

/** Reads the ledger rows of a run, again whenever it has more steps. */
const useRows = (run: OperatorRunBody) =>
  useQuery({
    queryKey: ['operator', run.run_id, 'rows', run.steps.length, run.status],
    queryFn: async ({ signal }) => work.getLedger({ params: { ref: run.ledger_ref }, signal }),
  });

const Rows = ({ run, n }: { readonly run: OperatorRunBody; readonly n: number }) => {
  const { t, number } = useWords();
  const rows = useRows(run);
  if (rows.isPending) return <Loading />;
  if (rows.isError) return <Failure error={rows.error} again={async () => rows.refetch()} />;
  const own = rows.data.entries.filter(({ detail }) => detail['n'] === n);
  return (
    <>
      <h3>{t('run.ledger')}</h3>
      {own.length === 0 && <p>{t('operators.noRow')}</p>}
      <ul class="plain">
        {own.map((row) => (
          <li key={row.seq}>
            <strong>
              {number(row.seq)} · {row.action}
            </strong>{' '}
            {row.summary}
            <br />
            <code>{row.row_hash}</code>
          </li>
        ))}
      </ul>
    </>
  );
};

/** A run step by step: each action, the screen after it, and its ledger rows. */
export const Replay = ({ run }: { readonly run: OperatorRunBody }) => {
  const { t } = useWords();
  const [chosen, setChosen] = useState<number>();
  const last = run.steps.length - 1;
  const at = Math.min(chosen ?? 0, last);
  const step = run.steps[at];
  if (step === undefined) return null;
  return (
    <section aria-labelledby="replay">
      <h2 id="replay">{t('operators.replay')}</h2>
      <div class="row">
        <button type="button" disabled={at === 0} onClick={() => setChosen(at - 1)}>
          {t('operators.previous')}
        </button>
        <label class="beside">
          <span>{t('operators.step', { n: step.n, of: run.steps.length })}</span>
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            onInput={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
        </label>
        <button type="button" disabled={at === last} onClick={() => setChosen(at + 1)}>
          {t('operators.next')}
        </button>
      </div>
      <div class="row" role="status">
        <strong>{step.action}</strong>
        <Badge kind="opstep" code={step.status} />
        <span>{step.detail}</span>
        <span class="quiet">
          <FullTime iso={step.at} />
        </span>
      </div>
      <div class="beside-page">
        {step.screenshot_sha256 === null ? (
          <p>{t('operators.noPicture')}</p>
        ) : (
          <Screen key={step.n} id={run.run_id} step={step} />
        )}
        <div>
          <Rows run={run} n={step.n} />
        </div>
      </div>
    </section>
  );
};
