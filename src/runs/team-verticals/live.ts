import type { Kysely, Transaction } from 'kysely';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { teamSystemPrompt, teamUserPrompt } from '../../governance/team-verticals/live/prompt.ts';
import { liveStepsOf } from '../../governance/team-verticals/live/tools.ts';
import { textPart } from '../../model/messages.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { pinnedVertical } from '../../store/rule-sets/verticals.ts';
import { type ChosenModel, createAgentRun } from '../agent/agent-runs.ts';
import { modelInput } from '../agent/model-input.ts';
import { insertRun } from '../vertical/create.ts';
import type { RunOfTeam } from '../vertical/read.ts';
import { askOf, findStoredLive } from '../vertical/stored-live.ts';
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
  const own = { teamId, vertical: document.id, case: given, askedBy, caseOf, documents } as const;
  const ask = await askOf(tx, own);
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

/** Returns a stored live run of a team's vertical; undefined if the team has no such run. */
export const findTeamLiveRun = async (
  db: Kysely<Database>,
  run: RunOfTeam,
): Promise<StoredTeamLiveRun | undefined> => {
  const found = await findStoredLive(db, run);
  if (found?.version == null) return undefined;
  const { input, version } = found;
  const { document } = await pinnedVertical(db, run.teamId, version);
  return { ...input, version, tools: liveStepsOf(document) };
};
