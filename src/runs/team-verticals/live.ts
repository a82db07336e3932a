import { type Kysely, sql, type Transaction } from 'kysely';
import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { parseRupees } from '../../governance/amounts.ts';
import { writtenOf } from '../../governance/members.ts';
import { asksOfCase, type RunAsk } from '../../governance/reviews/asked-calls.ts';
import { teamSystemPrompt, teamUserPrompt } from '../../governance/team-verticals/live/prompt.ts';
import { liveStepsOf } from '../../governance/team-verticals/live/tools.ts';
import { textPart } from '../../model/messages.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import { pinnedVertical } from '../../store/rule-sets/verticals.ts';
import { type ChosenModel, createAgentRun } from '../agent/agent-runs.ts';
import { modelInput } from '../agent/model-input.ts';
import { askedInput } from '../asked.ts';
import { documentsInput } from '../document/case-documents.ts';
import { insertRun } from '../vertical/create.ts';
import type { RunOfTeam } from '../vertical/read.ts';
import { type NewTeamVerticalRun, storedVersion } from './create.ts';
import type { TeamLiveRunInput } from './workflow.ts';

/** The stored part of the workflow input. The rest comes from the installation's settings. */
export type StoredTeamLiveRun = Omit<TeamLiveRunInput, 'agent' | 'sandbox_queue' | 'sandbox_wait_ms'>;

export interface NewTeamLiveRun extends NewTeamVerticalRun {
  /** The configured model, and the run's budgets for it. */
  readonly model: ChosenModel & { readonly budgets: Budgets };
}

/** Stores a live run of a team's vertical, its sealed case and its sealed prompts in the caller's transaction. */
export const createTeamLiveRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, applied, case: given, askedBy, caseOf, documents = [], model }: NewTeamLiveRun,
): Promise<StoredTeamLiveRun> => {
  const { document } = applied;
  const version = storedVersion(applied);
  const ask = await askOf(tx, teamId, document, given);
  const own = { teamId, vertical: document.id, case: given, askedBy, caseOf, documents } as const;
  const created = await insertRun(tx, ring, { ...own, mode: 'live', ask, version });
  await createAgentRun(tx, ring, {
    teamId,
    ledgerRef: created.ledger_ref,
    kind: 'live',
    model,
    budgets: model.budgets,
    askedBy,
    messages: [
      { role: 'system', text: teamSystemPrompt(document) },
      { role: 'user', parts: textPart(teamUserPrompt(document, created.run_id)) },
    ],
  });
  return {
    run_id: created.run_id,
    team_id: teamId,
    ledger_ref: created.ledger_ref,
    created_at: created.created_at,
    asked_by: askedBy,
    case_id: created.case_id,
    ...(documents.length > 0 && { documents: documents.length }),
    version,
    tools: liveStepsOf(document),
    budgets: model.budgets,
    ...modelInput(model),
    ...(ask !== undefined && { ask }),
  };
};

/** Returns the calls that wait for a person by the team's rules; undefined if none do. */
const askOf = async (
  tx: Transaction<Database>,
  teamId: string,
  { id: vertical }: TeamVertical,
  given: NewTeamVerticalRun['case'],
): Promise<RunAsk | undefined> => {
  const { policy, version } = await policyOf(tx, teamId);
  const ask = asksOfCase(policy, { vertical, paise: parseRupees(writtenOf(given, 'amount')) ?? null });
  return ask && { version, ...ask };
};

/** Returns a stored live run of a team's vertical; undefined if the team has no such run. */
export const findTeamLiveRun = async (
  db: Kysely<Database>,
  { teamId, runId }: RunOfTeam,
): Promise<StoredTeamLiveRun | undefined> => {
  const row = await db
    .selectFrom('runs')
    .innerJoin('agent_runs', 'agent_runs.ledger_ref', 'runs.ledger_ref')
    .select(['runs.id', 'runs.ledger_ref', 'runs.case_id', 'runs.created_at', 'runs.vertical_version'])
    .select(['runs.asked_by', 'runs.ask'])
    .select(['agent_runs.model', 'agent_runs.model_chosen'])
    .select(sql<Budgets>`agent_runs.budgets`.as('budgets'))
    .where('runs.team_id', '=', teamId)
    .where('runs.id', '=', runId)
    .executeTakeFirst();
  if (row?.vertical_version == null) return undefined;
  const { document } = await pinnedVertical(db, teamId, row.vertical_version);
  return {
    ...(await documentsInput(db, { teamId, ledgerRef: row.ledger_ref })),
    run_id: row.id,
    team_id: teamId,
    ledger_ref: row.ledger_ref,
    created_at: row.created_at.toISOString(),
    case_id: row.case_id,
    ...askedInput(row.asked_by),
    version: row.vertical_version,
    tools: liveStepsOf(document),
    budgets: row.budgets,
    ...modelInput({ name: row.model, chosen: row.model_chosen }),
    ...(row.ask !== null && { ask: row.ask }),
  };
};
