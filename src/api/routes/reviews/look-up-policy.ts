import { sql } from 'kysely';
import { RecordsAwayError } from '../../../connectors/common/errors.ts';
import type { LookedUpPolicy } from '../../../runs/reviews/effect.ts';
import { isServed } from '../../../store/connectors/connectors.ts';
import type { ReviewRef } from '../../../store/reviews/reviews.ts';
import { dependencyAway } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';

/**
 * Looks up the policy of a claim that is about to be approved, if the institution's own system keeps the policies. The payout keeps
 * what the system answered, so later changes there do not change what a person approved.
 * @throws ProblemError 503 if the system gives no usable answer
 */
export const lookUpPolicy = async (
  { db, connectors }: Pick<Services, 'db' | 'connectors'>,
  { teamId, reviewId }: ReviewRef,
): Promise<LookedUpPolicy | undefined> => {
  if (!(await isServed(db, teamId, 'policies'))) return undefined;
  const claim = await db
    .selectFrom('reviews as r')
    .innerJoin('claims as c', 'c.team_id', 'r.team_id')
    .select('c.policy')
    .where('r.team_id', '=', teamId)
    .where('r.id', '=', reviewId)
    .where(sql<boolean>`c.id = r.subject->>'id'`)
    .executeTakeFirst();
  const number = claim?.policy ?? null;
  if (number === null) return undefined;
  try {
    const { policies } = await connectors.lookUp(teamId, [{ serves: 'policies', key: number }]);
    return policies && { number, policy: policies.record, source: policies.source };
  } catch (error) {
    if (error instanceof RecordsAwayError) throw dependencyAway(`The connector ${error.connector}`);
    throw error;
  }
};
