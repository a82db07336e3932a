import { reviewsReadFor } from '../../store/reviews/read-for.ts';
import type { JsonObject } from '../../ledger/index.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import type { Services } from '../services/services.ts';

/**
 * Returns why somebody reads sealed content, for the row `vault.read`: for the open reviews of its case, if
 * the reader decides reviews.
 */
export const readPurpose = async (
  { db }: Pick<Services, 'db'>,
  { teamId, scopes }: Pick<Caller, 'teamId' | 'scopes'>,
  sealed: Parameters<typeof reviewsReadFor>[2],
): Promise<JsonObject> => {
  if (!scopes.has('reviews:decide')) return {};
  const reviews = await reviewsReadFor(db, teamId, sealed);
  return reviews.length === 0 ? {} : { purpose: 'review', reviews };
};
