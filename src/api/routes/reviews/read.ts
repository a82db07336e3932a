import { getReview, getReviewStats, listReviews } from '../../../contract/operations/reviews.ts';
import { findReview, listReviews as readPage } from '../../../store/reviews/reviews.ts';
import { readReviewStats } from '../../../store/reviews/stats.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';
import { showReview, showSummary } from './show.ts';

export const listReviewsRoute = route(listReviews, async ({ query, caller }, { db, rings }) => {
  const { teamId } = caller;
  const { limit, cursor, state, kind, assignee, due_before: dueBefore } = query;
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { reviews, end } = await readPage(db, {
    teamId,
    filters: {
      state,
      kind,
      assignee: assignee === 'me' ? caller.id : assignee,
      dueBefore: dueBefore === undefined ? undefined : new Date(dueBefore),
    },
    limit,
    after: after && { dueAt: after.createdAt, id: after.id },
  });
  const next = end && writeCursor(rings.cursor, teamId, { createdAt: end.dueAt, id: end.id });
  return { status: 200, body: { reviews: reviews.map(showSummary), next_cursor: next ?? null } };
});

export const getReviewRoute = route(getReview, async ({ params, caller }, { db }) => {
  const review = await findReview(db, { teamId: caller.teamId, reviewId: params.id });
  if (review === undefined) throw new ProblemError('not-found');
  return { status: 200, body: showReview(review) };
});

/** Days for which decisions are counted by default. */
const DAYS = 30;

export const getReviewStatsRoute = route(getReviewStats, async ({ query, caller }, { db }) => {
  const since = query.since === undefined ? new Date(Date.now() - DAYS * 86_400_000) : new Date(query.since);
  const stats = await readReviewStats(db, caller.teamId, since);
  return { status: 200, body: { since: since.toISOString(), ...stats } };
});
