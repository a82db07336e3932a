import type { Kysely } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { cancelRequestedBy } from '../cancellation.ts';
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
    .set(cancelRequestedBy(keyId))
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .where('kind', '=', kind)
    .returning('status')
    .executeTakeFirst();
  return row && { running: row.status === 'running' };
};
