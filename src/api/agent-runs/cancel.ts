import type { Actor } from '../../contract/actor.ts';
import { requestAgentRunCancel } from '../../runs/agent/cancel.ts';
import type { AgentRunKind, AgentRunRef } from '../../runs/agent/stored-result.ts';
import type { AgentRunRecord } from '../../runs/agent/agent-run-records.ts';
import { handOnCancel } from '../runs/hand-on-cancel.ts';
import type { Services } from '../services/services.ts';
import { runNow } from './wait.ts';

/** Requests cancellation of an agent task or an analysis. @returns the run's current state. @throws ProblemError 404 */
export const cancelAgentRun = async (
  services: Services,
  ref: AgentRunRef,
  kind: AgentRunKind,
  actor: Actor,
): Promise<AgentRunRecord> => {
  await handOnCancel(services, ref.ledgerRef, await requestAgentRunCancel(services.db, ref, kind, actor));
  return runNow(services, ref, kind);
};
