import type { Transaction } from 'kysely';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Budgets } from '../../../governance/agent/budgets.ts';
import { maskText } from '../../../governance/mask.ts';
import { newLedgerRef } from '../../../ids.ts';
import { createAgentRun } from '../agent-runs.ts';
import { textPart } from '../../../model/messages.ts';
import { sealBlob } from '../../../store/vault/blobs.ts';
import { SYSTEM_PROMPT } from './prompts.ts';

export interface NewAnalysis {
  readonly teamId: string;
  readonly question: string;
  readonly dataset: Buffer;
  readonly model: { readonly name: string; readonly budgets: Budgets };
}

/** Returns the ref under which the dataset's bytes are sealed. */
export const datasetRef = (ledgerRef: string): string => `${ledgerRef}/dataset`;

/** Returns the ref under which the dataset's profile is sealed once it was read. */
export const profileRef = (ledgerRef: string): string => `${ledgerRef}/profile`;

/**
 * Stores an analysis, its sealed dataset and its sealed prompts in the caller's transaction. Once that commits, the analysis is
 * started even if the caller does not start it in Temporal.
 * @returns its ledger_ref, which identifies it from now on
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
    model: model.name,
    budgets: model.budgets,
    messages: [
      { role: 'system', text: SYSTEM_PROMPT },
      { role: 'user', parts: textPart(maskText(question)) },
    ],
  });
  await sealBlob(tx, ring, { teamId, ref: datasetRef(ledgerRef), bytes: dataset });
  return ledgerRef;
};
