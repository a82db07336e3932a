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
import { type GivenDatasets, storeDatasets } from './datasets.ts';
import { type Earlier, joinFiles } from '../continue.ts';
import { freshNote } from '../variables.ts';
import { storeGivenFiles } from '../files.ts';
import { type GivenPicture, pictureParts } from '../pictures.ts';
import { maskedTags, type RunRequest, storeRequest, systemPromptFor } from '../request.ts';
import { SYSTEM_PROMPT } from './prompts.ts';

export interface NewAnalysis {
  readonly teamId: string;
  /** Who asked for the run. */
  readonly askedBy: Actor;
  readonly question: string;
  readonly datasets: GivenDatasets;
  /** Pictures that the model sees. Its code finds them as files. */
  readonly pictures?: readonly GivenPicture[];
  readonly request?: RunRequest;
  /** The analysis that this one continues. */
  readonly earlier?: Earlier | undefined;
  readonly model: ChosenModel & { readonly budgets: Budgets };
}

/** Returns the ref under which the dataset's profile is sealed after the dataset has been read. */
export const profileRef = (ledgerRef: string): string => `${ledgerRef}/profile`;

/**
 * Stores an analysis, its sealed datasets and its sealed prompts in the caller's transaction. Once that has committed, the
 * reconciler starts the analysis if the caller does not.
 * @returns its ledger_ref, which identifies the analysis
 */
export const createAnalysis = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, askedBy, question, datasets, pictures = [], model, request = {}, earlier }: NewAnalysis,
): Promise<string> => {
  const ledgerRef = newLedgerRef('analyze');
  const run = { teamId, ledgerRef };
  const asked =
    earlier === undefined ? maskText(question) : `${maskText(question)}\n\n${freshNote(earlier.steps)}`;
  await insertAgentRun(tx, {
    ...run,
    kind: 'analysis',
    model,
    budgets: model.budgets,
    askedBy,
    tags: maskedTags(request.tags),
    continues: earlier?.ledgerRef,
    ask: await askOfAgent(tx, teamId, 'analysis'),
  });
  await storeRequest(tx, ring, { ...run, request });
  const files = joinFiles(earlier?.files ?? [], pictures);
  const stored = await storeGivenFiles(tx, ring, { ...run, files });
  const shown = pictureParts(pictures, stored.slice(files.length - pictures.length));
  await addPrompts(tx, ring, run, [
    { role: 'system', text: systemPromptFor(SYSTEM_PROMPT, request) },
    ...(earlier?.messages ?? []),
    { role: 'user', parts: [...textPart(asked), ...shown] },
  ]);
  await storeDatasets(tx, ring, { ...run, datasets });
  return ledgerRef;
};
