/** What live runs of the service's verticals and of teams' verticals store in the same way. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { parseRupees } from '../../governance/amounts.ts';
import { writtenOf } from '../../governance/members.ts';
import { asksOfCase, type RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { Database } from '../../store/db/schema.ts';
import { policyOf } from '../../store/reviews/policies.ts';
import type { SealedValue } from '../../store/vault/vault.ts';
import { modelInput } from '../agent/model-input.ts';
import { askedInput } from '../asked.ts';
import { documentsInput } from '../document/case-documents.ts';
import type { RunOfTeam } from './read.ts';

/** Returns the calls that wait for a person by the team's rules; undefined if none do. */
export const askOf = async (
  tx: Transaction<Database>,
  {
    teamId,
    vertical,
    case: given,
  }: { readonly teamId: string; readonly vertical: string; readonly case: SealedValue },
): Promise<RunAsk | undefined> => {
  const { policy, version } = await policyOf(tx, teamId);
  const ask = asksOfCase(policy, { vertical, paise: parseRupees(writtenOf(given, 'amount')) ?? null });
  return ask && { version, ...ask };
};

/**
 * Finds a stored live run.
 * @returns its vertical, the version of a team's own one, and its workflow's input without these; undefined if there is no such run
 */
export const findStoredLive = async (db: Kysely<Database>, { teamId, runId }: RunOfTeam) => {
  const row = await db
    .selectFrom('runs')
    .innerJoin('agent_runs', 'agent_runs.ledger_ref', 'runs.ledger_ref')
    .select(['runs.id', 'runs.vertical', 'runs.vertical_version', 'runs.ledger_ref', 'runs.case_id'])
    .select(['runs.created_at', 'runs.asked_by', 'runs.ask'])
    .select(['agent_runs.model', 'agent_runs.model_chosen'])
    .select(sql<Budgets>`agent_runs.budgets`.as('budgets'))
    .where('runs.team_id', '=', teamId)
    .where('runs.id', '=', runId)
    .executeTakeFirst();
  return (
    row && {
      vertical: row.vertical,
      version: row.vertical_version,
      input: {
        ...(await documentsInput(db, { teamId, ledgerRef: row.ledger_ref })),
        run_id: row.id,
        team_id: teamId,
        ledger_ref: row.ledger_ref,
        created_at: row.created_at.toISOString(),
        case_id: row.case_id,
        ...askedInput(row.asked_by),
        budgets: row.budgets,
        ...(row.ask !== null && { ask: row.ask }),
        ...modelInput({ name: row.model, chosen: row.model_chosen }),
      },
    }
  );
};
