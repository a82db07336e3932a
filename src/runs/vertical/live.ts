import type { Kysely, Transaction } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { systemPrompt, userPrompt } from '../../governance/live/prompt.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { type ChosenModel, createAgentRun } from '../agent/agent-runs.ts';
import { textPart } from '../../model/messages.ts';
import { insertRun, type NewRun } from './create.ts';
import type { RunOfTeam } from './read.ts';
import { askOf, findStoredLive } from './stored-live.ts';
import { modelInput } from '../agent/model-input.ts';
import type { LiveRunInput } from './workflow.ts';

export interface NewLiveRun extends NewRun {
  /** The configured model, and the run's budgets for it. */
  readonly model: ChosenModel & { readonly budgets: Budgets };
}

/** The stored part of a live run's workflow input. The rest comes from the installation's settings. */
export type StoredLiveRun = Omit<LiveRunInput, 'agent' | 'sandbox_queue' | 'sandbox_wait_ms'>;

/**
 * Stores a live run, its sealed case and its sealed prompts in the caller's transaction. Once that has committed, the run will
 * start even if this process ends.
 */
export const createLiveRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  run: NewLiveRun,
): Promise<StoredLiveRun> => {
  const ask = await askOf(tx, run);
  const created = await insertRun(tx, ring, { ...run, mode: 'live', ask });
  const vertical = verticals[run.vertical];
  await createAgentRun(tx, ring, {
    teamId: run.teamId,
    ledgerRef: created.ledger_ref,
    kind: 'live',
    model: run.model,
    budgets: run.model.budgets,
    askedBy: run.askedBy,
    messages: [
      { role: 'system', text: systemPrompt(vertical) },
      { role: 'user', parts: textPart(userPrompt(vertical, created.run_id)) },
    ],
  });
  return {
    ...created,
    budgets: run.model.budgets,
    ...modelInput(run.model),
    ...(ask !== undefined && { ask }),
  };
};

/** Returns a stored live run; undefined if the team has no such run. */
export const findLiveRun = async (
  db: Kysely<Database>,
  run: RunOfTeam,
): Promise<StoredLiveRun | undefined> => {
  const found = await findStoredLive(db, run);
  return found && { ...found.input, vertical: found.vertical as StoredLiveRun['vertical'] };
};
