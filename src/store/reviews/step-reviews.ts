import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Returns the newest review of a step of a run; undefined if nobody was asked. */
export const newestStepReview = async (
  db: Kysely<Database>,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  step: string,
): Promise<{ readonly id: string } | undefined> =>
  db
    .selectFrom('reviews')
    .select('id')
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'step')
    .where(sql`subject->>'id'`, '=', step)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the reviews of a run's steps that are open. */
export const openStepReviews = async (
  db: Kysely<Database>,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
): Promise<readonly { readonly id: string }[]> =>
  db
    .selectFrom('reviews')
    .select('id')
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'step')
    .where('state', '=', 'open')
    .execute();
