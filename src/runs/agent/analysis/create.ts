import type { Transaction } from 'kysely';
import type { Actor } from '../../../contract/actor.ts';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Budgets } from '../../../governance/agent/budgets.ts';
import { maskText } from '../../../governance/mask.ts';
import { newLedgerRef } from '../../../ids.ts';
import { type ChosenModel, createAgentRun } from '../agent-runs.ts';
import { textPart } from '../../../model/messages.ts';
import { type GivenDatasets, storeDatasets } from './datasets.ts';
import { type Earlier, FRESH_NOTE } from '../continue.ts';
import { storeGivenFiles } from '../files.ts';
import { maskedTags, type RunRequest, storeRequest, systemPromptFor } from '../request.ts';
import { SYSTEM_PROMPT } from './prompts.ts';

/** Maximum number of files, besides its datasets, that a continued analysis takes over. */
const MOST_FILES = 24;

export interface NewAnalysis {
  readonly teamId: string;
  /** Who asked for the run. */
  readonly askedBy: Actor;
  readonly question: string;
  readonly datasets: GivenDatasets;
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
  { teamId, askedBy, question, datasets, model, request = {}, earlier }: NewAnalysis,
): Promise<string> => {
  const ledgerRef = newLedgerRef('analyze');
  const asked = earlier === undefined ? maskText(question) : `${maskText(question)}\n\n${FRESH_NOTE}`;
  await createAgentRun(tx, ring, {
    teamId,
    ledgerRef,
    kind: 'analysis',
    model,
    budgets: model.budgets,
    askedBy,
    tags: maskedTags(request.tags),
    continues: earlier?.ledgerRef,
    messages: [
      { role: 'system', text: systemPromptFor(SYSTEM_PROMPT, request) },
      ...(earlier?.messages ?? []),
      { role: 'user', parts: textPart(asked) },
    ],
  });
  await storeRequest(tx, ring, { teamId, ledgerRef, request });
  // The load programs and the datasets are files of the sandbox too.
  const files = earlier?.files.slice(0, MOST_FILES) ?? [];
  await storeGivenFiles(tx, ring, { teamId, ledgerRef, files });
  await storeDatasets(tx, ring, { teamId, ledgerRef, datasets });
  return ledgerRef;
};
