import type { Transaction } from 'kysely';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Budgets } from '../../../governance/agent/budgets.ts';
import { maskText } from '../../../governance/mask.ts';
import { newLedgerRef } from '../../../ids.ts';
import { type ChosenModel, createAgentRun } from '../agent-runs.ts';
import { textPart } from '../../../model/messages.ts';
import { sealBlob } from '../../../store/vault/blobs.ts';
import { SYSTEM_PROMPT } from './prompts.ts';

export interface NewAnalysis {
  readonly teamId: string;
  readonly question: string;
  readonly dataset: Buffer;
  readonly model: ChosenModel & { readonly budgets: Budgets };
}

/** Returns the ref under which the dataset's bytes are sealed. */
export const datasetRef = (ledgerRef: string): string => `${ledgerRef}/dataset`;

/** Returns the ref under which the dataset's profile is sealed after the dataset has been read. */
export const profileRef = (ledgerRef: string): string => `${ledgerRef}/profile`;

/**
 * Stores an analysis, its sealed dataset and its sealed prompts in the caller's transaction. Once that has committed, the
 * reconciler starts the analysis if the caller does not.
 * @returns its ledger_ref, which identifies the analysis
 */
export const createAnalysis = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, question, dataset, model }: NewAnalysis,
): Promise<string> => {
  const ledgerRef = newLedgerRef('analyze');
  await createAgentRun(tx, ring, {
    teamId,
    ledgerRef,
    kind: 'analysis',
    model,
    budgets: model.budgets,
    messages: [
      { role: 'system', text: SYSTEM_PROMPT },
      { role: 'user', parts: textPart(maskText(question)) },
    ],
  });
  await sealBlob(tx, ring, { teamId, ref: datasetRef(ledgerRef), bytes: dataset });
  return ledgerRef;
};
