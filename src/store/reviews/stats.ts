import { type Kysely, sql } from 'kysely';
import { reviewKinds, type ReviewStats } from '../../contract/review.ts';
import type { Database } from '../db/schema.ts';

type Waiting = ReviewStats['waiting'][number];
type Decided = ReviewStats['decided'][number];

/**
 * Returns the open reviews of a team, and how long decisions have taken since a time, by kind and by the last
 * role asked.
 */
export const readReviewStats = async (
  db: Kysely<Database>,
  teamId: string,
  since: Date,
): Promise<Omit<ReviewStats, 'since'>> => {
  const { rows: waiting } = await sql<Waiting>`
    SELECT kind, asked[cardinality(asked)] AS role, count(*)::int AS open,
      (count(*) FILTER (WHERE claimed_until > clock_timestamp()))::int AS claimed,
      (count(*) FILTER (WHERE due_at < clock_timestamp()))::int AS overdue
    FROM reviews WHERE team_id = ${teamId} AND state = 'open' GROUP BY kind, role ORDER BY kind, role`.execute(
    db,
  );
  const { rows: decided } = await sql<Decided>`
    SELECT kind, asked[cardinality(asked)] AS role, count(*)::int AS decided,
      (count(*) FILTER (WHERE closed_at > due_at))::int AS late,
      round(extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY closed_at - created_at)))::int AS median_seconds
    FROM reviews WHERE team_id = ${teamId} AND state = 'decided' AND closed_at >= ${since}
    GROUP BY kind, role ORDER BY kind, role`.execute(db);
  const { rows: quality } = await sql<Pick<ReviewStats['quality'], 'agreed' | 'disagreed'>>`
    SELECT (count(*) FILTER (WHERE d.option = 'agree'))::int AS agreed,
      (count(*) FILTER (WHERE d.option = 'disagree'))::int AS disagreed
    FROM reviews AS r JOIN review_decisions AS d ON d.review_id = r.id AND d.final
    WHERE r.team_id = ${teamId} AND r.state = 'decided' AND r.kind = 'quality' AND r.closed_at >= ${since}`.execute(
    db,
  );
  const { agreed, disagreed } = quality[0]!;
  const checked = agreed + disagreed;
  const agreement = checked === 0 ? null : agreed / checked;
  return { waiting, decided, quality: { agreed, disagreed, agreement } };
};

/** Numbers of all teams' reviews of one kind, for metrics. */
export interface ReviewState {
  readonly kind: string;
  readonly open: number;
  readonly overdue: number;
}

export const readReviewState = async (db: Kysely<Database>): Promise<readonly ReviewState[]> => {
  const { rows } = await sql<ReviewState>`
    SELECT k.kind, count(r.id)::int AS open, (count(r.id) FILTER (WHERE r.due_at < clock_timestamp()))::int AS overdue
    FROM unnest(${[...reviewKinds]}::text[]) AS k(kind) LEFT JOIN reviews AS r ON r.kind = k.kind AND r.state = 'open'
    GROUP BY k.kind`.execute(db);
  return rows;
};
