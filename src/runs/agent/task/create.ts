import type { Transaction } from 'kysely';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Budgets } from '../../../governance/agent/budgets.ts';
import { maskText } from '../../../governance/mask.ts';
import { newLedgerRef } from '../../../ids.ts';
import { type ChosenModel, createAgentRun } from '../agent-runs.ts';
import { textPart } from '../../../model/messages.ts';
import { filesRef } from '../run-files.ts';
import { sealValue } from '../../../store/vault/vault.ts';
import { SYSTEM_PROMPT, taskPrompt } from './prompts.ts';

export interface NewAgentTask {
  readonly teamId: string;
  readonly task: string;
  readonly file: { readonly name: string; readonly content: string } | undefined;
  readonly model: ChosenModel & { readonly budgets: Budgets };
}

/**
 * Stores an agent task, its sealed file and its sealed prompts in the caller's transaction. Once that has committed, the
 * reconciler starts the task if the caller does not.
 * @returns its ledger_ref, which identifies the task
 */
export const createAgentTask = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, task, file, model }: NewAgentTask,
): Promise<string> => {
  const ledgerRef = newLedgerRef('task');
  const named = file && { name: maskText(file.name), bytes: Buffer.byteLength(file.content) };
  await createAgentRun(tx, ring, {
    teamId,
    ledgerRef,
    kind: 'task',
    model,
    budgets: model.budgets,
    messages: [
      { role: 'system', text: SYSTEM_PROMPT },
      { role: 'user', parts: textPart(taskPrompt(maskText(task), named)) },
    ],
  });
  if (file !== undefined) {
    await sealValue(tx, ring, { teamId, ref: filesRef(ledgerRef), value: { files: [file] } });
  }
  return ledgerRef;
};
