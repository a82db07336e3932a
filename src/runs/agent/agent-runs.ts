import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { emit } from '../../store/outbox/emit.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import type { Message } from '../../model/messages.ts';
import type { Canceller } from '../cancellation.ts';
import { addMessage, type RunOfMessages } from './transcript.ts';

/** A model of the settings that a run is accepted with. */
export interface ChosenModel {
  readonly name: string;
  /** Whether the request named it. If not, the run follows the settings if they change. */
  readonly chosen?: boolean;
}

export interface NewAgentRun extends RunOfMessages {
  readonly kind: 'live' | 'task' | 'analysis' | 'operator';
  /** The model that answers, and whether the request named it. */
  readonly model: ChosenModel;
  readonly budgets: Budgets;
  /** Who asked for the run. */
  readonly askedBy: Actor;
  /** The caller's labels, masked. */
  readonly tags?: readonly string[];
  /** The run that this one continues. */
  readonly continues?: string | undefined;
  /** The tools whose calls wait for a person. A live run stores them in its own table. */
  readonly ask?: RunAsk | undefined;
  /** The prompts: the system prompt first, then the user's messages. */
  readonly messages: readonly Message[];
}

/** Stores an agent run and its sealed prompts, in the same transaction as the run itself. */
export const createAgentRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { messages, ...run }: NewAgentRun,
): Promise<void> => {
  await insertAgentRun(tx, run);
  await addPrompts(tx, ring, run, messages);
};

/** Stores an agent run without its prompts, for runs that store values before their prompts are known. */
export const insertAgentRun = async (
  tx: Transaction<Database>,
  { teamId, ledgerRef, kind, model, budgets, askedBy, tags = [], ...run }: Omit<NewAgentRun, 'messages'>,
): Promise<void> => {
  await tx
    .insertInto('agent_runs')
    .values({
      ledger_ref: ledgerRef,
      team_id: teamId,
      kind,
      model: model.name,
      model_chosen: model.chosen === true,
      budgets: JSON.stringify(budgets),
      asked_by: JSON.stringify(askedBy),
      tags,
      continues: run.continues ?? null,
      ask: run.ask === undefined ? null : JSON.stringify(run.ask),
    })
    .execute();
};

/** Seals a run's prompts. */
export const addPrompts = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
  messages: readonly Message[],
): Promise<void> => {
  for (const [part, message] of messages.entries()) {
    await addMessage(tx, ring, { teamId, ledgerRef, turn: 0, part }, message);
  }
};

/** Events that report the end of an agent run. Runs of the other kinds report their end themselves. */
const DONE: Readonly<Partial<Record<NewAgentRun['kind'], 'task.done' | 'analysis.done'>>> = {
  task: 'task.done',
  analysis: 'analysis.done',
};

/**
 * Records how an agent run ended, in the same transaction that ends the run itself. If it has already ended, keeps the earlier
 * record.
 * @param endedBy `answer`, `tool`, or the code for the reason why it was stopped
 * @returns who requested the run's cancellation; undefined if the run had already ended
 */
export const finishAgentRun = async (
  tx: Transaction<Database>,
  { teamId, ledgerRef }: RunOfMessages,
  end: { readonly status: 'succeeded' | 'error'; readonly endedBy: string },
): Promise<Canceller | undefined> => {
  const ended = await tx
    .updateTable('agent_runs')
    .set({ status: end.status, ended_by: end.endedBy, finished_at: new Date(), waiting_for: null })
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .where('status', '=', 'running')
    .returning(['kind', 'cancel_requested_by', 'cancel_requested_actor'])
    .executeTakeFirst();
  const type = ended && DONE[ended.kind];
  if (type !== undefined)
    await emit(tx, { teamId, type, subject: ledgerRef, ids: { ledger_ref: ledgerRef } });
  return ended;
};
