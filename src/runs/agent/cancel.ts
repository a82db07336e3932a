import type { Kysely } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { requestCancelIn } from '../cancellation.ts';
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
): Promise<{ readonly running: boolean } | undefined> =>
  requestCancelIn(db, 'agent_runs', { team_id: teamId, ledger_ref: ledgerRef, kind }, keyId);
