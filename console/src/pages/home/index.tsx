import { Link } from 'wouter-preact';
import { useMay } from '../../api/hooks.ts';
import { useVerticals } from '../../api/verticals.ts';
import { useReviews, useRuns } from '../../api/lists.ts';
import { useLedgerState } from '../../api/queries.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { subjectOf } from '../../parts/subject.ts';
import { Time } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Try } from './try.tsx';
import { Usage } from './usage.tsx';

/** Number of items shown from each list; the rest is on the list's own page. */
const SHOWN = '5';

const Waiting = () => {
  const { t, name } = useWords();
  const reviews = useReviews({ limit: SHOWN });
  if (reviews.isPending) return <Loading />;
  if (reviews.isError) return <Failure error={reviews.error} again={async () => reviews.refetch()} />;
  const [page] = reviews.data.pages;
  const found = page?.reviews ?? [];
  const count = found.length;
  if (count === 0) return <p>{t('home.waitingNone')}</p>;
  return (
    <>
      <p>
        {page?.next_cursor == null ? t('home.waitingCount', { count }) : t('home.waitingMany', { count })}
      </p>
      <ul class="plain">
        {found.map((review) => (
          <li key={review.id}>
            <Link href={`/reviews/${review.id}`}>
              {name('kind', review.kind)} · {subjectOf(review)}
            </Link>{' '}
            · {t('reviews.due')} <Time iso={review.due_at} />{' '}
            {review.overdue && <span class="badge bad">{t('reviews.overdue')}</span>}
          </li>
        ))}
      </ul>
    </>
  );
};

const Running = () => {
  const { t } = useWords();
  const { nameOf } = useVerticals();
  const runs = useRuns({ status: 'running', limit: SHOWN });
  if (runs.isPending) return <Loading />;
  if (runs.isError) return <Failure error={runs.error} again={async () => runs.refetch()} />;
  const found = runs.data.pages[0]?.runs ?? [];
  if (found.length === 0) return <p>{t('home.runningNone')}</p>;
  return (
    <ul class="plain">
      {found.map((run) => (
        <li key={run.id}>
          {nameOf(run.vertical)} · <Link href={`/runs/${run.id}`}>{run.case_id ?? run.id}</Link> ·{' '}
          <Time iso={run.created_at} />
        </li>
      ))}
    </ul>
  );
};

const Ledger = () => {
  const { t, ago } = useWords();
  const { verification, checkpoint } = useLedgerState();
  if (verification.isPending || checkpoint.isPending) return <Loading />;
  if (verification.isError)
    return <Failure error={verification.error} again={async () => verification.refetch()} />;
  if (checkpoint.isError)
    return <Failure error={checkpoint.error} again={async () => checkpoint.refetch()} />;
  const { ok, checked, first_broken: seq } = verification.data;
  const signed = checkpoint.data;
  return (
    <>
      <p class={ok ? 'good' : 'bad'} role={ok ? 'status' : 'alert'}>
        {ok ? t('home.chainHolds') : t('home.chainBroken', { seq: seq ?? 0 })}
      </p>
      <p>{t('home.chainRows', { count: checked })}</p>
      <p>
        {signed === null
          ? t('home.checkpointNone')
          : t('home.checkpoint', { ago: ago(signed.created_at), size: signed.size })}
      </p>
    </>
  );
};

/** What waits for people, what runs, and whether the ledger holds. */
export const Home = () => {
  const { t } = useWords();
  const may = useMay();
  useTitle(t('home.title'));
  return (
    <>
      <h1>{t('home.title')}</h1>
      <Try />
      <div class="cards">
        <section aria-labelledby="waiting">
          <h2 id="waiting">{t('home.waiting')}</h2>
          <Waiting />
          <p>
            <Link href="/reviews">{t('home.allReviews')}</Link>
          </p>
        </section>
        <section aria-labelledby="running">
          <h2 id="running">{t('home.running')}</h2>
          <Running />
          <p>
            <Link href="/runs">{t('home.allRuns')}</Link>
          </p>
        </section>
        <section aria-labelledby="ledger">
          <h2 id="ledger">{t('home.ledger')}</h2>
          <Ledger />
        </section>
      </div>
      {may('usage:read') && <Usage />}
    </>
  );
};
