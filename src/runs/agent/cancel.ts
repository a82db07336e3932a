import type { Kysely } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { Database } from '../../store/db/schema.ts';
import { requestCancelIn } from '../cancellation.ts';
import type { AgentRunKind, AgentRunRef } from './stored-result.ts';

/** Records a request to cancel an agent task or an analysis. @returns undefined when the team has no such run of that kind */
export const requestAgentRunCancel = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: AgentRunRef,
  kind: AgentRunKind,
  actor: Actor,
): Promise<{ readonly running: boolean } | undefined> =>
  requestCancelIn(db, 'agent_runs', { team_id: teamId, ledger_ref: ledgerRef, kind }, actor);
