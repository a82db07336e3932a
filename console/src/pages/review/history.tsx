import { useQuery } from '@tanstack/preact-query';
import type { ReviewBody } from '../../../../src/contract/review.ts';
import { useAct } from '../../api/hooks.ts';
import { useKeepReview } from '../../api/queries.ts';
import { work } from '../../api/work.ts';
import { onSubmit, textIn } from '../../parts/form.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';

/** A comment for colleagues. */
const CommentForm = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const keep = useKeepReview();
  const comment = useAct(async (text: string, idempotencyKey) => {
    const review = await work.commentReview({ params: { id }, body: { text }, idempotencyKey });
    await keep(review);
  });
  const submit = onSubmit((form, element) => {
    const text = textIn(form, 'text');
    if (text !== null) comment.mutate(text, { onSuccess: () => element.reset() });
  });
  return (
    <form onSubmit={submit}>
      <label>
        <span>{t('review.comment')}</span>
        <textarea name="text" required maxLength={2_000} />
      </label>
      {comment.isError && <Failure error={comment.error} />}
      <div>
        <button type="submit" disabled={comment.isPending}>
          {t('review.sendComment')}
        </button>
      </div>
    </form>
  );
};

/** The ledger rows of the review itself: who opened, claimed, gave back and decided it. */
const Rows = ({ review }: { readonly review: ReviewBody }) => {
  const { t } = useWords();
  const rows = useQuery({
    queryKey: ['review', review.id, 'rows', review.state, review.claimed_until, review.decisions.length],
    queryFn: async ({ signal }) => work.getLedger({ params: { ref: review.id }, signal }),
  });
  if (rows.isPending) return <Loading />;
  if (rows.isError) return <Failure error={rows.error} again={async () => rows.refetch()} />;
  return (
    <ol class="plain">
      {rows.data.entries.map((row) => (
        <li key={row.seq}>
          <span class="badge">{row.action}</span> {row.summary}{' '}
          <span class="quiet">
            {row.actor?.name ?? t('app.none')} · <FullTime iso={row.created_at} />
          </span>
        </li>
      ))}
    </ol>
  );
};

/** The comments on a review, and its history. */
export const History = ({
  review,
  mayComment,
}: {
  readonly review: ReviewBody;
  readonly mayComment: boolean;
}) => {
  const { t } = useWords();
  return (
    <div class="cards">
      <section aria-labelledby="comments">
        <h2 id="comments">{t('review.comments')}</h2>
        {review.comments.length === 0 && <p>{t('review.noComments')}</p>}
        <ul class="plain">
          {review.comments.map(({ by, text, at }) => (
            <li key={`${at} ${by.id}`}>
              <strong>{by.name}</strong>{' '}
              <span class="quiet">
                <FullTime iso={at} />
              </span>
              <p class="said">{text}</p>
            </li>
          ))}
        </ul>
        {mayComment && <CommentForm id={review.id} />}
      </section>
      <section aria-labelledby="history">
        <h2 id="history">{t('review.history')}</h2>
        <Rows review={review} />
      </section>
    </div>
  );
};
