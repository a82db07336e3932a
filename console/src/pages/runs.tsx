import type { TargetedSubmitEvent } from 'preact';
import { Link } from 'wouter-preact';
import type { listRuns } from '../../../src/contract/operations/runs.ts';
import type { Reply } from '../api/call.ts';
import { useRuns } from '../api/lists.ts';
import { useMe } from '../api/queries.ts';
import { useVerticals } from '../api/verticals.ts';
import { Badge } from '../parts/badge.tsx';
import { Choose } from '../parts/choose.tsx';
import { useFilters } from '../parts/filters.ts';
import { Listed } from '../parts/listed.tsx';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { useWords } from '../words/index.tsx';

type Run = Reply<typeof listRuns>['runs'][number];

const STATUSES = ['running', 'succeeded', 'error'] as const;

const Table = ({ runs }: { readonly runs: readonly Run[] }) => {
  const { t } = useWords();
  const { nameOf } = useVerticals();
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('runs.case')}</th>
            <th scope="col">{t('runs.vertical')}</th>
            <th scope="col">{t('runs.status')}</th>
            <th scope="col">{t('runs.decision')}</th>
            <th scope="col">{t('runs.created')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td data-label={t('runs.case')}>
                <Link href={`/runs/${run.id}`}>{run.case_id ?? run.id}</Link>
              </td>
              <td data-label={t('runs.vertical')}>{nameOf(run.vertical)}</td>
              <td data-label={t('runs.status')}>
                <Badge kind="status" code={run.status} />
              </td>
              <td data-label={t('runs.decision')}>
                {run.decision === null ? t('app.none') : <Badge kind="decision" code={run.decision} />}
              </td>
              <td data-label={t('runs.created')}>
                <Time iso={run.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Finds the runs of a case by the caller's own id for it. */
const Find = ({ value, onFind }: { readonly value: string; readonly onFind: (value: string) => void }) => {
  const { t } = useWords();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('case');
    onFind(typeof given === 'string' ? given.trim() : '');
  };
  return (
    <form role="search" class="row" onSubmit={submit}>
      <label>
        <span>{t('runs.search')}</span>
        <input type="search" name="case" maxLength={100} defaultValue={value} />
      </label>
      <button type="submit">{t('runs.find')}</button>
    </form>
  );
};

/** All runs of the team, newest first. */
export const Runs = () => {
  const { t } = useWords();
  const { filter, setFilter } = useFilters();
  const me = useMe();
  const verticals = useVerticals();
  const runs = useRuns({
    vertical: filter('vertical'),
    status: filter('status'),
    case_id: filter('case'),
  });
  useTitle(t('runs.title'));
  const found = runs.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <>
      <h1>{t('runs.title')}</h1>
      {me.data?.scopes.includes('runs:write') === true && (
        <p>
          <Link class="button" href="/start">
            {t('runs.start')}
          </Link>
        </p>
      )}
      <div class="filters">
        <Find value={filter('case')} onFind={(value) => setFilter('case', value)} />
        <Choose
          label={t('runs.vertical')}
          nameOf={verticals.nameOf}
          values={verticals.ids}
          all={t('runs.all')}
          value={filter('vertical')}
          onChoose={(value) => setFilter('vertical', value)}
        />
        <Choose
          label={t('runs.status')}
          kind="status"
          values={STATUSES}
          all={t('runs.all')}
          value={filter('status')}
          onChoose={(value) => setFilter('status', value)}
        />
      </div>
      <Listed list={runs} isEmpty={found.length === 0} none={t('runs.none')}>
        <Table runs={found} />
      </Listed>
    </>
  );
};
