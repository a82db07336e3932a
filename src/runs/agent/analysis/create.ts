import type { Transaction } from 'kysely';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import type { Budgets } from '../../../governance/agent/budgets.ts';
import { maskText } from '../../../governance/mask.ts';
import { newLedgerRef } from '../../../ids.ts';
import { createAgentRun } from '../agent-runs.ts';
import { textPart } from '../../../model/messages.ts';
import { type GivenDatasets, storeDatasets } from './datasets.ts';
import { SYSTEM_PROMPT } from './prompts.ts';

export interface NewAnalysis {
  readonly teamId: string;
  readonly question: string;
  readonly datasets: GivenDatasets;
  readonly model: { readonly name: string; readonly budgets: Budgets };
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
  { teamId, question, datasets, model }: NewAnalysis,
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
  await storeDatasets(tx, ring, { teamId, ledgerRef, datasets });
  return ledgerRef;
};
