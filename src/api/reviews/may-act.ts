import type { Role } from '../../contract/roles.ts';
import { rolesOf } from '../../governance/reviews/options.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { findReview, type ReviewRef } from '../../store/reviews/reviews.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

/**
 * Returns the roles in which somebody acts on reviews. A key acts as a reviewer, whoever issued it, and with
 * the scope `safety` it may agree to resume work. Acts of other roles require a person who has signed in.
 */
export const rolesOfCaller = ({ person, scopes }: Caller): ReadonlySet<Role> =>
  person?.roles ??
  new Set<Role>([
    ...(scopes.has('reviews:decide') ? (['reviewer'] as const) : []),
    ...(scopes.has('safety') ? (['safety'] as const) : []),
  ]);

/**
 * Refuses callers who may neither decide reviews in general nor this one by one of their roles.
 * @throws ProblemError 403 or 404
 */
export const expectMayAct = async (
  { db }: Pick<Services, 'db'>,
  ref: ReviewRef,
  caller: Caller,
): Promise<void> => {
  if (caller.scopes.has('reviews:decide')) return;
  const review = await findReview(db, ref);
  if (review === undefined) throw new ProblemError('not-found');
  const roles = rolesOfCaller(caller);
  const needed = review.options.flatMap((option) => rolesOf(option, review.asked));
  if (needed.some((role) => roles.has(role))) return;
  throw new ProblemError('scope-missing', {
    detail: `This takes the scope "reviews:decide", or the role ${[...new Set(needed)].join(' or ')}.`,
  });
};
