import { log, patched } from '@temporalio/workflow';
import type { ApprovalWord } from '../runs/operator/workflow.ts';

/** The part of a person's answer that counts. Runs that began before answers named their key have no `keyId`. */
export interface HeardApproval {
  readonly id: string;
  readonly approve: boolean;
  readonly keyId?: string;
}

/**
 * Reads the signal with a person's answer. Only the API seals such an answer, for one question of one run and with the key that
 * answered. Any other value is refused.
 */
export const hearApproval = (said: unknown, runId: string): HeardApproval | undefined => {
  const word = (said ?? {}) as Partial<ApprovalWord>;
  const { kind, run_id, id, approve, key_id } = word;
  const isAnswer = typeof id === 'string' && typeof approve === 'boolean';
  if (patched('approval-names-key')) {
    if (isAnswer && kind === 'operator.approval' && run_id === runId && typeof key_id === 'string') {
      return { id, approve, keyId: key_id };
    }
  } else if (isAnswer) {
    return { id, approve };
  }
  log.warn(`an approval for ${runId} was refused: it does not say who answers which question of this run`);
  return undefined;
};
