import { Link } from 'wouter-preact';
import { addressOf } from '../../api/call.ts';
import { usePages } from '../../api/lists.ts';
import { Cell } from '../../parts/cell.tsx';
import { Choose } from '../../parts/choose.tsx';
import { useFilters } from '../../parts/filters.ts';
import { Listed } from '../../parts/listed.tsx';
import { Table } from '../../parts/table.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { type AnyRecord, KINDS, operationsOf, RECORD_KINDS, type RecordKind } from './kinds.ts';
import { RecordsTabs } from './tabs.tsx';

const isKind = (given: string): given is RecordKind => given in KINDS;

const List = ({
  kind,
  query,
}: {
  readonly kind: RecordKind;
  readonly query: Readonly<Record<string, string>>;
}) => {
  const { t, name } = useWords();
  const { columns, key } = KINDS[kind];
  const list = usePages(['records', kind, query], async (cursor, signal) =>
    operationsOf(kind).list({ query: { ...query, cursor }, signal }),
  );
  const found: readonly AnyRecord[] = list.data?.pages.flatMap((page) => page.records) ?? [];
  const keyOf = (record: AnyRecord): string => String(record[key]);
  return (
    <Listed list={list} isEmpty={found.length === 0} none={t('records.none')}>
      <Table
        label={name('recordKind', kind)}
        rows={found}
        keyOf={keyOf}
        columns={columns.map((column, index) => ({
          label: name('column', column),
          cell: (record: AnyRecord) =>
            index === 0 ? (
              <Link href={`/records/${kind}/${encodeURIComponent(keyOf(record))}`}>
                <Cell column={column} value={record[column]} />
              </Link>
            ) : (
              <Cell column={column} value={record[column]} />
            ),
        }))}
      />
    </Listed>
  );
};

/** The records of one kind, filtered, and as CSV. */
export const Records = () => {
  const { t, name } = useWords();
  const { filter, setFilter } = useFilters();
  const wanted = filter('kind');
  const kind = isKind(wanted) ? wanted : 'policies';
  const filters = Object.entries(KINDS[kind].filters ?? {});
  const chosen = (one: string, values: readonly string[]): string =>
    values.includes(filter(one)) ? filter(one) : '';
  const query = Object.fromEntries(
    filters.map(([one, values]) => [one, chosen(one, values)]).filter(([, value]) => value !== ''),
  );
  useTitle(t('records.title'));
  return (
    <>
      <h1>{t('records.title')}</h1>
      <RecordsTabs />
      <div class="filters">
        <Choose
          label={t('records.kind')}
          kind="recordKind"
          values={RECORD_KINDS.slice(1)}
          all={name('recordKind', 'policies')}
          value={kind === 'policies' ? '' : kind}
          onChoose={(value) => setFilter('kind', value)}
        />
        {filters.map(([one, values]) => (
          <Choose
            key={`${kind} ${one}`}
            label={name('column', one)}
            kind={one === 'in_network' ? 'yesNo' : 'value'}
            values={values}
            all={t('part.all')}
            value={chosen(one, values)}
            onChoose={(value) => setFilter(one, value)}
          />
        ))}
        <a href={addressOf(`/v1/records/${kind}/export`, {}, query)} download>
          {t('part.csv')}
        </a>
      </div>
      <List key={kind} kind={kind} query={query} />
    </>
  );
};
