import { useState } from 'preact/hooks';
import { admin } from '../../api/admin.ts';
import { useRead } from '../../api/hooks.ts';
import { usePages } from '../../api/lists.ts';
import { useFilters } from '../../parts/filters.ts';
import { onSubmit, textIn } from '../../parts/form.ts';
import { LongList } from '../../parts/long-list.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { EntryDetail, type LedgerEntry } from './entry.tsx';
import { fromIst } from '../../parts/ist.ts';
import { LedgerTabs } from './tabs.tsx';

/** Number of entries per page. */
const PAGE = '100';

const List = ({ entries }: { readonly entries: readonly LedgerEntry[] }) => {
  const { t, number } = useWords();
  const [opened, setOpened] = useState<LedgerEntry>();
  if (entries.length === 0) return <p role="status">{t('entries.none')}</p>;
  return (
    <>
      <p role="status">{t('entries.count', { count: entries.length })}</p>
      <LongList
        label={t('ledger.entries')}
        rows={entries}
        cells={(entry) => [
          <button
            key="open"
            type="button"
            aria-label={t('entries.open', { seq: entry.seq })}
            onClick={() => setOpened(entry)}
          >
            {number(entry.seq)}
          </button>,
          entry.action,
          entry.summary,
          <Time key="at" iso={entry.created_at} />,
        ]}
      />
      {opened !== undefined && <EntryDetail entry={opened} close={() => setOpened(undefined)} />}
    </>
  );
};

const ByTime = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const { t } = useWords();
  const list = usePages(['ledger', from, to], async (cursor, signal) =>
    admin.listLedger({ query: { from: fromIst(from), to: fromIst(to), limit: PAGE, cursor }, signal }),
  );
  return (
    <>
      {list.isPending && <Loading />}
      {list.isError && <Failure error={list.error} again={async () => list.refetch()} />}
      {list.hasPreviousPage && (
        <p>
          <button
            type="button"
            disabled={list.isFetchingPreviousPage}
            onClick={() => void list.fetchPreviousPage()}
          >
            {t('entries.newer')}
          </button>
        </p>
      )}
      {list.data !== undefined && <List entries={list.data.pages.flatMap(({ entries }) => entries)} />}
      {list.hasNextPage && (
        <p>
          <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('entries.older')}
          </button>
        </p>
      )}
    </>
  );
};

const ByRef = ({ reference }: { readonly reference: string }) => {
  const entries = useRead(['ledger', 'ref', reference], async (signal) =>
    admin.getLedger({ params: { ref: reference }, signal }),
  );
  return (
    <>
      {entries.isPending && <Loading />}
      {entries.isError && <Failure error={entries.error} again={async () => entries.refetch()} />}
      {entries.data !== undefined && <List entries={entries.data.entries} />}
    </>
  );
};

/** The entries of a reference, or all entries of a period, newest first. */
export const Entries = () => {
  const { t } = useWords();
  const { filter, setFilter } = useFilters();
  const [reference, from, to] = [filter('ref'), filter('from'), filter('to')];
  useTitle(t('ledger.entries'));
  const submit = onSubmit((form) => {
    for (const name of ['ref', 'from', 'to']) setFilter(name, textIn(form, name) ?? '');
  });
  return (
    <>
      <h1>{t('ledger.entries')}</h1>
      <LedgerTabs />
      <form class="filters" key={`${reference} ${from} ${to}`} onSubmit={submit}>
        <label>
          <span>{t('ledger.ref')}</span>
          <input name="ref" defaultValue={reference} autocomplete="off" />
        </label>
        <label>
          <span>{t('entries.from')}</span>
          <input name="from" type="datetime-local" defaultValue={from} />
        </label>
        <label>
          <span>{t('entries.to')}</span>
          <input name="to" type="datetime-local" defaultValue={to} />
        </label>
        <button type="submit">{t('entries.show')}</button>
      </form>
      {reference === '' ? (
        <ByTime key={`${from} ${to}`} from={from} to={to} />
      ) : (
        <ByRef key={reference} reference={reference} />
      )}
    </>
  );
};
