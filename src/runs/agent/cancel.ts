import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import type { AgentRunKind, AgentRunRef } from './stored-result.ts';

/**
 * Records that an agent task or an analysis is to be cancelled, and the key that asked first. The reconciler passes this on if
 * Temporal cannot be reached now. A run that has ended stays as it is.
 * @returns undefined when the team has no such run of that kind
 */
export const requestAgentRunCancel = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: AgentRunRef,
  kind: AgentRunKind,
  keyId: string,
): Promise<{ readonly running: boolean } | undefined> => {
  const row = await db
    .updateTable('agent_runs')
    .set({
      cancel_requested_at: sql<Date>`case when status = 'running' then coalesce(cancel_requested_at, now())
        else cancel_requested_at end`,
      cancel_requested_by: sql<string>`case when status = 'running' then coalesce(cancel_requested_by, ${keyId})
        else cancel_requested_by end`,
    })
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .where('kind', '=', kind)
    .returning('status')
    .executeTakeFirst();
  return row && { running: row.status === 'running' };
};
