import { sql } from 'kysely';
import { type Db, type Digest, isFree, type RecordDigest } from './digest.ts';
import type { Outcome } from './outcome.ts';

/** A ticket that has been closed or handed to a person. Every string is masked. */
export interface ClosedTicket extends Outcome {
  /** One of the service, or of the team's own. */
  readonly vertical: string;
  readonly digest: Pick<Digest, 'keyId'>;
  readonly ticketKey: RecordDigest;
  readonly ticketId: string;
  readonly category: string;
  readonly severity: string | null;
  readonly subject: string | null;
  readonly decision: 'resolved' | 'escalate';
  readonly trail: readonly object[];
}

/** Stores a ticket's result, replacing any earlier submission's result. Repeats of the same run count as one submission. */
export const closeTicket = async (
  tx: Db,
  teamId: string,
  runId: string,
  ticket: ClosedTicket,
): Promise<{ submissions: number }> => {
  const values = {
    ticket_id: ticket.ticketId,
    run_id: runId,
    category: ticket.category,
    severity: ticket.severity,
    subject: ticket.subject,
    status: ticket.decision === 'resolved' ? 'closed' : 'with_person',
    decision: ticket.decision,
    reasons: JSON.stringify(ticket.reasons),
    trail: JSON.stringify(ticket.trail),
    digest_key: ticket.digest.keyId,
    review: null,
  } as const;
  const { bytes, any } = ticket.ticketKey;
  if (any.length > 1)
    await tx
      .updateTable('tickets')
      .set({ ticket_key: bytes })
      .where('team_id', '=', teamId)
      .where('vertical', '=', ticket.vertical)
      .where('ticket_key', 'in', any.slice(1))
      .where(isFree('tickets', 'ticket_key', teamId, bytes))
      .execute();
  return tx
    .insertInto('tickets')
    .values({ team_id: teamId, vertical: ticket.vertical, ticket_key: bytes, ...values })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'vertical', 'ticket_key']).doUpdateSet({
        ...values,
        submissions: sql<number>`tickets.submissions + (tickets.run_id <> excluded.run_id)::int`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning('submissions')
    .executeTakeFirstOrThrow();
};
