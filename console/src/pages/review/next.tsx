import { Link } from 'wouter-preact';
import { useReviews } from '../../api/lists.ts';
import { useWords } from '../../words/index.tsx';

const WAITING = {};

/** Leads to the review that is due next after this one, or back to the list. */
export const NextReview = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const waiting = useReviews(WAITING).data?.pages.flatMap(({ reviews }) => reviews) ?? [];
  const at = waiting.findIndex((review) => review.id === id);
  const others = [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(0, at))];
  const next = others.find(({ state }) => state === 'open');
  return (
    <Link class="button" data-shortcut="next" href={next === undefined ? '/reviews' : `/reviews/${next.id}`}>
      {t(next === undefined ? 'review.toList' : 'review.next')}
    </Link>
  );
};
