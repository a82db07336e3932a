import { requestAgentRunCancel } from '../../runs/agent/cancel.ts';
import type { AgentRunKind, AgentRunRecord, AgentRunRef } from '../../runs/agent/stored-result.ts';
import { ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';
import { runNow } from './wait.ts';

/** Requests the cancellation of an agent task or an analysis. @returns the run as it stands. @throws ProblemError 404 */
export const cancelAgentRun = async (
  services: Services,
  ref: AgentRunRef,
  kind: AgentRunKind,
  keyId: string,
): Promise<AgentRunRecord> => {
  const requested = await requestAgentRunCancel(services.db, ref, kind, keyId);
  if (requested === undefined) throw new ProblemError('not-found');
  if (requested.running) {
    try {
      await services.workflows.cancelRun(ref.ledgerRef);
    } catch (error) {
      services.log.warn(
        { ledger_ref: ref.ledgerRef, error },
        'cancellation not delivered to Temporal: the reconciler will retry',
      );
    }
  }
  return runNow(services, ref, kind);
};
