import type { Kysely, Transaction } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import type { Message } from '../../model/messages.ts';
import { addMessage, type RunOfMessages } from './transcript.ts';

export interface NewAgentRun extends RunOfMessages {
  readonly kind: 'live' | 'task' | 'analysis' | 'operator';
  /** Model name to request from the provider. */
  readonly model: string;
  readonly budgets: Budgets;
  /** The prompts: the system prompt first, then the user's messages. */
  readonly messages: readonly Message[];
}

/** Stores an agent run and its sealed prompts, in the same transaction as the run itself. */
export const createAgentRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  run: NewAgentRun,
): Promise<void> => {
  const { teamId, ledgerRef, kind, model, budgets } = run;
  await tx
    .insertInto('agent_runs')
    .values({ ledger_ref: ledgerRef, team_id: teamId, kind, model, budgets: JSON.stringify(budgets) })
    .execute();
  for (const [part, message] of run.messages.entries()) {
    await addMessage(tx, ring, { teamId, ledgerRef, turn: 0, part }, message);
  }
};

/**
 * Records how an agent run ended, in the same transaction that ends the run itself. If it has already ended, keeps the earlier
 * record.
 * @param endedBy `answer`, `tool`, or the code for the reason why it was stopped
 * @returns the key that requested the run's cancellation; null if none did
 */
export const finishAgentRun = async (
  tx: Transaction<Database>,
  { teamId, ledgerRef }: RunOfMessages,
  end: { readonly status: 'succeeded' | 'error'; readonly endedBy: string },
): Promise<string | null> => {
  const ended = await tx
    .updateTable('agent_runs')
    .set({ status: end.status, ended_by: end.endedBy, finished_at: new Date() })
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .where('status', '=', 'running')
    .returning('cancel_requested_by')
    .executeTakeFirst();
  return ended?.cancel_requested_by ?? null;
};

/** An agent run's model usage and end, in the form shown in a run's record. */
export interface ModelUse {
  readonly name: string;
  readonly turns: number;
  readonly tool_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
  /** Null while the agent is running. */
  readonly ended_by: string | null;
}

/** Returns an agent run's model usage; undefined if the team has no such run. */
export const readModelUse = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<ModelUse | undefined> => {
  const row = await db
    .selectFrom('agent_runs')
    .select(['model', 'turns', 'tool_calls', 'input_tokens', 'output_tokens', 'cost', 'ended_by'])
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { model: name, ...use } = row;
  return { name, ...use };
};
