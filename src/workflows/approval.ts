import { log, patched } from '@temporalio/workflow';
import type { ApprovalWord } from '../runs/operator/workflow.ts';

/** What counts of a person's answer; runs that began before answers named their key have none. */
export interface HeardApproval {
  readonly id: string;
  readonly approve: boolean;
  readonly keyId?: string;
}

/**
 * Reads the signal that stands for a person. Only the API seals such a word, for one question of one run and with the key that
 * answered; any other value is refused.
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
