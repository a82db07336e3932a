import { log, patched } from '@temporalio/workflow';
import type { ApprovalWord } from '../runs/operator/workflow.ts';

/** The relevant part of a person's answer. `keyId` is missing in runs that began before answers included their key. */
export interface HeardApproval {
  readonly id: string;
  readonly approve: boolean;
  readonly keyId?: string;
  readonly actor?: NonNullable<ApprovalWord['actor']>;
}

/**
 * Reads the signal with a person's answer. Only the API seals answers, each for a single question in a single run, and includes
 * the key used to answer. Refuses any other value.
 */
export const hearApproval = (said: unknown, runId: string): HeardApproval | undefined => {
  const word = (said ?? {}) as Partial<ApprovalWord>;
  const { kind, run_id, id, approve, key_id, actor } = word;
  const isAnswer = typeof id === 'string' && typeof approve === 'boolean';
  if (patched('approval-names-key')) {
    if (isAnswer && kind === 'operator.approval' && run_id === runId && typeof key_id === 'string') {
      return { id, approve, keyId: key_id, ...(actor !== undefined && { actor }) };
    }
  } else if (isAnswer) {
    return { id, approve };
  }
  log.warn(`approval for ${runId} refused: it does not name its key and its question of this run`);
  return undefined;
};
