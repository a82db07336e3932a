import { Link } from 'wouter-preact';
import type { getReview } from '../../../../src/contract/operations/reviews.ts';
import type { Reply } from '../../api/call.ts';
import { useMe, useReview } from '../../api/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Reasons } from '../../parts/reasons.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { subjectOf } from '../../parts/subject.ts';
import { FullTime } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';
import { Decide, optionsOf } from './decide.tsx';
import { Evidence } from './evidence.tsx';
import { History } from './history.tsx';
import { NextReview } from './next.tsx';
import { Shortcuts } from './shortcuts.tsx';

type ReviewBody = Reply<typeof getReview>;

const Facts = ({ review }: { readonly review: ReviewBody }) => {
  const { t } = useWords();
  return (
    <dl>
      <dt>{t('reviews.state')}</dt>
      <dd>
        <Badge kind="state" code={review.state} />
      </dd>
      <dt>{t('reviews.review')}</dt>
      <dd>
        <code>{review.id}</code>
      </dd>
      <dt>{t(review.subject.case_id === null ? 'review.about' : 'runs.case')}</dt>
      <dd>{subjectOf(review)}</dd>
      <dt>{t('reviews.due')}</dt>
      <dd>
        <FullTime iso={review.due_at} />{' '}
        {review.overdue && <span class="badge bad">{t('reviews.overdue')}</span>}
      </dd>
      {review.four_eyes && (
        <>
          <dt>{t('run.decision')}</dt>
          <dd>{t('review.fourEyes')}</dd>
        </>
      )}
      {review.run_id?.startsWith('run_') === true && (
        <>
          <dt>{t('runs.run')}</dt>
          <dd>
            <Link href={`/runs/${review.run_id}`}>{t('review.openRun')}</Link>
          </dd>
        </>
      )}
    </dl>
  );
};

const Decisions = ({ review }: { readonly review: ReviewBody }) => {
  const { t, name, fullTime, list, money } = useWords();
  if (review.decisions.length === 0) return null;
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{t('review.decisions')}</h2>
      <ul>
        {review.decisions.map(({ by, option, reason, note, approved_amount: amount, documents, at }) => (
          <li key={at}>
            {t('review.decided', {
              option: name('option', option),
              name: by.name,
              time: fullTime(at),
            })}
            {amount !== null && <p>{t('review.paid', { amount: money(amount) })}</p>}
            {documents.length > 0 && <p>{t('review.asksFor', { documents: list(documents) })}</p>}
            {[reason, note].map((text) => text !== null && <p key={text}>{text}</p>)}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** One review: why a person is asked, the evidence, and the decision beside it. */
export const Review = ({ params }: { readonly params: { readonly id: string } }) => {
  const { t, name } = useWords();
  const review = useReview(params.id);
  const me = useMe();
  const title =
    review.data === undefined
      ? t('review.title', { id: params.id })
      : `${name('kind', review.data.kind)} · ${subjectOf(review.data)}`;
  useTitle(title);
  if (review.isPending) return <Loading />;
  if (review.isError) return <Failure error={review.error} again={async () => review.refetch()} />;
  return (
    <>
      <h1>{title}</h1>
      <div class="row above">
        <NextReview id={review.data.id} />
        <Shortcuts />
      </div>
      <div class="cards">
        <section aria-label={t('reviews.review')}>
          <Facts review={review.data} />
          <h2>{t('run.reasons')}</h2>
          <Reasons reasons={review.data.reasons} />
        </section>
        <section aria-labelledby="decide">
          <h2 id="decide">{t('review.decide')}</h2>
          {me.data != null && <Decide review={review.data} me={me.data} />}
        </section>
      </div>
      <Decisions review={review.data} />
      <section aria-labelledby="evidence">
        <h2 id="evidence">{t('review.evidence')}</h2>
        <Evidence evidence={review.data.evidence} />
      </section>
      <History
        review={review.data}
        mayComment={me.data != null && optionsOf(review.data, me.data).length > 0}
      />
    </>
  );
};
