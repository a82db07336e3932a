import type { Transaction } from 'kysely';
import type { Actor } from '../../../contract/actor.ts';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Budgets } from '../../../governance/agent/budgets.ts';
import { maskText } from '../../../governance/mask.ts';
import { newLedgerRef } from '../../../ids.ts';
import { addPrompts, type ChosenModel, insertAgentRun } from '../agent-runs.ts';
import { askOfAgent } from '../ask.ts';
import { textPart } from '../../../model/messages.ts';
import { type GivenFile, storeGivenFiles } from '../files.ts';
import { type GivenPicture, pictureParts } from '../pictures.ts';
import type { Earlier } from '../continue.ts';
import { freshNote } from '../variables.ts';
import { maskedTags, type RunRequest, storeRequest, systemPromptFor } from '../request.ts';
import { SYSTEM_PROMPT, taskPrompt } from './prompts.ts';

export interface NewAgentTask {
  readonly teamId: string;
  /** Who asked for the run. */
  readonly askedBy: Actor;
  readonly task: string;
  readonly files: readonly GivenFile[];
  /** Pictures that the model sees. They are files, too. */
  readonly pictures?: readonly GivenPicture[];
  readonly request?: RunRequest;
  /** The task that this one continues. */
  readonly earlier?: Earlier | undefined;
  readonly model: ChosenModel & { readonly budgets: Budgets };
}

/**
 * Stores an agent task, its sealed files and its sealed prompts in the caller's transaction. Once that has committed, the
 * reconciler starts the task if the caller does not.
 * @returns its ledger_ref, which identifies the task
 */
export const createAgentTask = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, askedBy, task, files, pictures = [], model, request = {}, earlier }: NewAgentTask,
): Promise<string> => {
  const ledgerRef = newLedgerRef('task');
  const run = { teamId, ledgerRef };
  await insertAgentRun(tx, {
    ...run,
    kind: 'task',
    model,
    budgets: model.budgets,
    askedBy,
    tags: maskedTags(request.tags),
    continues: earlier?.ledgerRef,
    ask: await askOfAgent(tx, teamId, 'task'),
  });
  await storeRequest(tx, ring, { ...run, request });
  const stored = await storeGivenFiles(tx, ring, { ...run, files: [...files, ...pictures] });
  const shown = pictureParts(pictures, stored.slice(files.length));
  const asked = earlier === undefined ? maskText(task) : `${maskText(task)}\n\n${freshNote(earlier.steps)}`;
  await addPrompts(tx, ring, run, [
    { role: 'system', text: systemPromptFor(SYSTEM_PROMPT, request) },
    ...(earlier?.messages ?? []),
    { role: 'user', parts: [...textPart(taskPrompt(asked, stored)), ...shown] },
  ]);
  return ledgerRef;
};
