import { useMutation } from '@tanstack/preact-query';
import type { getMe } from '../../../../src/contract/operations/auth.ts';
import type { getReview } from '../../../../src/contract/operations/reviews.ts';
import type { Reply } from '../../api/call.ts';
import { api } from '../../api/operations.ts';
import { useKeepReview } from '../../api/queries.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { argumentsOf } from './arguments.ts';
import { DecisionForm } from './decision-form.tsx';

type ReviewBody = Reply<typeof getReview>;

/** Returns the options that a person's roles allow. */
export const optionsOf = (review: ReviewBody, me: Reply<typeof getMe>) =>
  review.options.filter((option) => review.roles[option]?.some((role) => me.roles.includes(role)));

/** Lets a person claim the review, and then decide it or give it back. */
export const Decide = ({ review, me }: { readonly review: ReviewBody; readonly me: Reply<typeof getMe> }) => {
  const { t, fullTime } = useWords();
  const keep = useKeepReview();
  const params = { id: review.id };
  const claim = useMutation({ mutationFn: async () => api.claimReview({ params }), onSuccess: keep });
  const release = useMutation({ mutationFn: async () => api.releaseReview({ params }), onSuccess: keep });
  const options = optionsOf(review, me);
  if (review.state !== 'open' && review.state !== 'claimed') return <p role="status">{t('review.closed')}</p>;
  if (options.length === 0) return <p>{t('review.cannot')}</p>;
  const until = review.claimed_until === null ? '' : fullTime(review.claimed_until);
  if (review.claimed_by !== null && review.claimed_by.id !== me.actor.id)
    return <p role="status">{t('review.theirs', { name: review.claimed_by.name, time: until })}</p>;
  if (review.claimed_by === null) {
    return (
      <>
        <p>{t('review.claimFirst')}</p>
        {claim.isError && <Failure error={claim.error} />}
        <button
          type="button"
          class="main"
          data-shortcut="claim"
          disabled={claim.isPending}
          onClick={() => claim.mutate()}
        >
          {t('review.claim')}
        </button>
      </>
    );
  }
  return (
    <>
      <div class="row" role="status">
        <span>{t('review.yours', { time: until })}</span>
        <button type="button" disabled={release.isPending} onClick={() => release.mutate()}>
          {t('review.release')}
        </button>
      </div>
      {release.isError && <Failure error={release.error} />}
      <DecisionForm
        id={review.id}
        options={options}
        given={argumentsOf(review)}
        isClaim={review.kind === 'escalation' && review.subject.kind === 'claim'}
      />
    </>
  );
};
