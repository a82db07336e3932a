import { type Kysely, sql, type Transaction } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { parseRupees } from '../../governance/amounts.ts';
import { writtenOf } from '../../governance/members.ts';
import { asksOfCase, type RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { systemPrompt, userPrompt } from '../../governance/live/prompt.ts';
import { verticals } from '../../governance/verticals/index.ts';
import { type ChosenModel, createAgentRun } from '../agent/agent-runs.ts';
import { textPart } from '../../model/messages.ts';
import { documentsInput } from '../document/case-documents.ts';
import { insertRun, type NewRun } from './create.ts';
import type { RunOfTeam } from './read.ts';
import { askedInput } from '../asked.ts';
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

/** Returns the calls that wait for a person by the team's rules; undefined if none do. */
const askOf = async (
  tx: Transaction<Database>,
  { teamId, vertical, case: given }: NewLiveRun,
): Promise<RunAsk | undefined> => {
  const { policy, version } = await policyOf(tx, teamId);
  const ask = asksOfCase(policy, { vertical, paise: parseRupees(writtenOf(given, 'amount')) ?? null });
  return ask && { version, ...ask };
};

/** Returns a stored live run; undefined if the team has no such run. */
export const findLiveRun = async (
  db: Kysely<Database>,
  { teamId, runId }: RunOfTeam,
): Promise<StoredLiveRun | undefined> => {
  const row = await db
    .selectFrom('runs')
    .innerJoin('agent_runs', 'agent_runs.ledger_ref', 'runs.ledger_ref')
    .select(['runs.id', 'runs.vertical', 'runs.ledger_ref', 'runs.case_id', 'runs.created_at'])
    .select(['runs.asked_by', 'runs.ask'])
    .select(['agent_runs.model', 'agent_runs.model_chosen'])
    .select(sql<Budgets>`agent_runs.budgets`.as('budgets'))
    .where('runs.team_id', '=', teamId)
    .where('runs.id', '=', runId)
    .executeTakeFirst();
  return (
    row && {
      ...(await documentsInput(db, { teamId, ledgerRef: row.ledger_ref })),
      run_id: row.id,
      team_id: teamId,
      vertical: row.vertical as StoredLiveRun['vertical'],
      ledger_ref: row.ledger_ref,
      created_at: row.created_at.toISOString(),
      case_id: row.case_id,
      ...askedInput(row.asked_by),
      budgets: row.budgets,
      ...(row.ask !== null && { ask: row.ask }),
      ...modelInput({ name: row.model, chosen: row.model_chosen }),
    }
  );
};
