import { type Kysely, sql, type Transaction } from 'kysely';
import type { Ledger, RowActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import type { ReviewRecord } from '../../store/reviews/reviews.ts';
import { supersede } from './supersede.ts';

const SUBMITTED_AGAIN = 'The case was submitted again.';

/**
 * Closes the open reviews of earlier submissions of a run's case, in the transaction that records the run's
 * end. A review that somebody is deciding at this moment is left to {@link isReplaced}, because waiting for
 * it could block both transactions.
 */
export const supersedeEarlier = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  actor: RowActor,
): Promise<void> => {
  const { rows } = await sql<{ readonly id: string }>`
    SELECT r.id FROM reviews AS r
    WHERE r.team_id = ${teamId} AND r.state = 'open' AND r.run_id <> ${runId} AND r.subject->>'id' IN (
      SELECT id FROM claims WHERE team_id = ${teamId} AND run_id = ${runId}
      UNION ALL SELECT id FROM tickets WHERE team_id = ${teamId} AND run_id = ${runId}
      UNION ALL SELECT id FROM payouts WHERE team_id = ${teamId} AND run_id = ${runId})
    ORDER BY r.id FOR UPDATE SKIP LOCKED`.execute(tx);
  for (const { id } of rows) await supersede(tx, ledger, { id, team_id: teamId }, SUBMITTED_AGAIN, actor);
};

/** Returns whether a later run has filed the case that a review asks about. */
export const isReplaced = async (db: Kysely<Database>, review: ReviewRecord): Promise<boolean> => {
  const { kind, id } = review.subject;
  if (kind !== 'claim' && kind !== 'ticket' && kind !== 'payout') return false;
  const table = ({ claim: 'claims', ticket: 'tickets', payout: 'payouts' } as const)[kind];
  const row = await db
    .selectFrom(table as 'claims')
    .select('run_id')
    .where('team_id', '=', review.team_id)
    .where('id', '=', id ?? '')
    .executeTakeFirst();
  return row !== undefined && row.run_id !== review.run_id;
};

/** Closes a locked review whose case a later run has filed. @returns whether it did */
export const supersedeReplaced = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  review: ReviewRecord,
  actor: RowActor,
): Promise<boolean> => {
  if (!(await isReplaced(tx, review))) return false;
  await supersede(tx, ledger, review, SUBMITTED_AGAIN, actor);
  return true;
};
