import { type Kysely, sql, type Transaction } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { systemPrompt, userPrompt } from '../../governance/live/prompt.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { createAgentRun } from '../agent/loops.ts';
import { textPart } from '../../model/messages.ts';
import { type CreatedRun, insertRun, type NewRun } from './create.ts';
import type { RunOfTeam } from './read.ts';

export interface NewLiveRun extends NewRun {
  /** The configured model, and what a run may use of it. */
  readonly model: { readonly name: string; readonly budgets: Budgets };
}

/** What the engine is told of a live run. */
export interface CreatedLiveRun extends CreatedRun {
  readonly caseId: string | null;
  readonly budgets: Budgets;
}

/**
 * Stores a live run, its sealed case and its sealed prompts. Part of the caller's transaction: once it commits, the run
 * is a promise, and is started even if nobody tells the engine of it.
 */
export const createLiveRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  run: NewLiveRun,
): Promise<CreatedLiveRun> => {
  const created = await insertRun(tx, ring, { ...run, mode: 'live' });
  const vertical = verticals[run.vertical];
  await createAgentRun(tx, ring, {
    teamId: run.teamId,
    ledgerRef: created.ledgerRef,
    kind: 'live',
    model: run.model.name,
    budgets: run.model.budgets,
    messages: [
      { role: 'system', text: systemPrompt(vertical) },
      { role: 'user', parts: textPart(userPrompt(vertical, created.id)) },
    ],
  });
  return { ...created, budgets: run.model.budgets };
};

/** A live run that was stored before, as the engine is told of it; undefined when it is none. */
export const findLiveRun = async (
  db: Kysely<Database>,
  { teamId, runId }: RunOfTeam,
): Promise<CreatedLiveRun | undefined> => {
  const row = await db
    .selectFrom('runs')
    .innerJoin('agent_runs', 'agent_runs.ledger_ref', 'runs.ledger_ref')
    .select(['runs.id', 'runs.vertical', 'runs.ledger_ref', 'runs.case_id', 'runs.created_at'])
    .select(sql<Budgets>`agent_runs.budgets`.as('budgets'))
    .where('runs.team_id', '=', teamId)
    .where('runs.id', '=', runId)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      teamId,
      vertical: row.vertical as CreatedRun['vertical'],
      ledgerRef: row.ledger_ref,
      createdAt: row.created_at,
      caseId: row.case_id,
      budgets: row.budgets,
    }
  );
};
