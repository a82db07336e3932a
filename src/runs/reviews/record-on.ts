import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { RecordedReview } from '../../store/db/reviews-schema.ts';
import type { ReviewRecord } from '../../store/reviews/reviews.ts';

/** Shows a decision on the claim or ticket that it is about. */
export const recordOn = async (
  tx: Kysely<Database>,
  table: 'claims' | 'tickets',
  { team_id, subject }: ReviewRecord,
  recorded: RecordedReview,
  also: { readonly decision?: 'approve'; readonly status?: 'closed' },
): Promise<void> => {
  await tx
    .updateTable(table)
    .set({ review: JSON.stringify(recorded), updated_at: sql<Date>`now()`, ...also })
    .where('team_id', '=', team_id)
    .where('id', '=', subject.id ?? '')
    .execute();
};
