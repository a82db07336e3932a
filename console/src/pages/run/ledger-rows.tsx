import { useRunLedger } from '../../api/queries.ts';
import { Prove } from '../../parts/prove.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';

interface RowsProps {
  readonly id: string;
  /** Whether the run is running without a stream that reports its new rows. */
  readonly isRepeated: boolean;
}

const Rows = ({ id, isRepeated }: RowsProps) => {
  const { t, number } = useWords();
  const ledger = useRunLedger(id, isRepeated);
  if (ledger.isPending) return <Loading />;
  if (ledger.isError) return <Failure error={ledger.error} again={async () => ledger.refetch()} />;
  const { entries } = ledger.data;
  if (entries.length === 0) return <p>{t('run.ledgerNone')}</p>;
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('run.seq')}</th>
            <th scope="col">{t('run.action')}</th>
            <th scope="col">{t('run.summary')}</th>
            <th scope="col">{t('run.at')}</th>
            <th scope="col">{t('run.hash')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td data-label={t('run.seq')}>{number(entry.seq)}</td>
              <td data-label={t('run.action')}>{entry.action}</td>
              <td data-label={t('run.summary')}>{entry.summary}</td>
              <td data-label={t('run.at')}>
                <FullTime iso={entry.created_at} />
              </td>
              <td data-label={t('run.hash')}>
                <code>{entry.row_hash}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** The ledger rows of a run, with their whole hashes. */
export const LedgerRows = ({ ledgerRef, ...rows }: RowsProps & { readonly ledgerRef: string }) => {
  const { t } = useWords();
  return (
    <section aria-labelledby="rows">
      <h2 id="rows">{t('run.ledger')}</h2>
      <Rows {...rows} />
      <p>
        <Prove ledgerRef={ledgerRef} />
      </p>
    </section>
  );
};
