import { Link } from 'wouter-preact';
import type { listReviews } from '../../../src/contract/operations/reviews.ts';
import type { reviewStates, ReviewKind } from '../../../src/contract/review.ts';
import type { Reply } from '../api/call.ts';
import { useReviews } from '../api/lists.ts';
import { Badge } from '../parts/badge.tsx';
import { Choose } from '../parts/choose.tsx';
import { useFilters } from '../parts/filters.ts';
import { Listed } from '../parts/listed.tsx';
import { subjectOf } from '../parts/subject.ts';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { useWords } from '../words/index.tsx';
import { Shortcuts } from './review/shortcuts.tsx';

type Review = Reply<typeof listReviews>['reviews'][number];

/**
 * The contract's kinds and states, repeated here because importing its lists would add its schemas to the
 * scripts. The compiler reports a missing one.
 */
const KINDS = Object.keys({
  escalation: true,
  payout: true,
  tool_call: true,
  operator: true,
  quality: true,
  switch: true,
  witness: true,
  ledger: true,
  step: true,
  act: true,
} satisfies Record<ReviewKind, true>);
const STATES = Object.keys({
  open: true,
  claimed: true,
  decided: true,
  expired: true,
  superseded: true,
} satisfies Record<(typeof reviewStates)[number], true>);

const Table = ({ reviews }: { readonly reviews: readonly Review[] }) => {
  const { t, name } = useWords();
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('reviews.review')}</th>
            <th scope="col">{t('reviews.state')}</th>
            <th scope="col">{t('run.reasons')}</th>
            <th scope="col">{t('reviews.due')}</th>
            <th scope="col">{t('reviews.claimedBy')}</th>
          </tr>
        </thead>
        <tbody>
          {reviews.map((review, at) => (
            <tr key={review.id}>
              <td data-label={t('reviews.review')}>
                <Link href={`/reviews/${review.id}`} data-shortcut={at === 0 ? 'next' : undefined}>
                  {name('kind', review.kind)} · {subjectOf(review)}
                </Link>
              </td>
              <td data-label={t('reviews.state')}>
                <Badge kind="state" code={review.state} />
              </td>
              <td data-label={t('run.reasons')}>
                {review.reasons.map(({ code }) => code).join(', ') || t('app.none')}
              </td>
              <td data-label={t('reviews.due')}>
                <Time iso={review.due_at} />{' '}
                {review.overdue && <span class="badge bad">{t('reviews.overdue')}</span>}
              </td>
              <td data-label={t('reviews.claimedBy')}>{review.claimed_by?.name ?? t('app.none')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** The open reviews, earliest due first. */
export const Reviews = () => {
  const { t } = useWords();
  const { filter, setFilter } = useFilters();
  const reviews = useReviews({
    state: filter('state'),
    kind: filter('kind'),
    assignee: filter('assignee'),
  });
  useTitle(t('reviews.title'));
  const found = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
  return (
    <>
      <h1>{t('reviews.title')}</h1>
      <div class="row above">
        <Shortcuts />
      </div>
      <div class="filters">
        <Choose
          label={t('reviews.state')}
          kind="state"
          values={STATES}
          all={t('reviews.stateWaiting')}
          value={filter('state')}
          onChoose={(value) => setFilter('state', value)}
        />
        <Choose
          label={t('reviews.kind')}
          kind="kind"
          values={KINDS}
          all={t('runs.all')}
          value={filter('kind')}
          onChoose={(value) => setFilter('kind', value)}
        />
        <label class="beside">
          <input
            type="checkbox"
            checked={filter('assignee') === 'me'}
            onChange={({ currentTarget }) => setFilter('assignee', currentTarget.checked ? 'me' : '')}
          />
          <span>{t('reviews.mine')}</span>
        </label>
      </div>
      <Listed list={reviews} isEmpty={found.length === 0} none={t('reviews.none')}>
        <Table reviews={found} />
      </Listed>
    </>
  );
};
