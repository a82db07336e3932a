import { sql } from 'kysely';
import { LedgerBrokenError } from '../../ledger/errors.ts';
import { hasRows } from '../../ledger/index.ts';
import type { Db, RunOfTeam } from './read.ts';

/** Returns a run's ledger_ref; undefined if the team has no such run. */
export const ledgerRefOf = async (db: Db, { teamId, runId }: RunOfTeam): Promise<string | undefined> => {
  const row = await refOf(db, { teamId, runId }).executeTakeFirst();
  return row?.ledger_ref;
};

/** Returns the ledger_ref of a run of one vertical; undefined if the team has no such run. */
export const findRunOfVertical = async (
  db: Db,
  { vertical, ...run }: RunOfTeam & { readonly vertical: string },
): Promise<string | undefined> => {
  const row = await refOf(db, run).where('vertical', '=', vertical).executeTakeFirst();
  return row?.ledger_ref;
};

const refOf = (db: Db, { teamId, runId }: RunOfTeam) =>
  db.selectFrom('runs').select('ledger_ref').where('team_id', '=', teamId).where('id', '=', runId);

/**
 * Returns whether a ledger_ref without rows belongs to one of the team's runs. A run legitimately has no rows
 * if it has only just started, or if it is so old that its rows were moved to a sealed segment.
 * @throws LedgerBrokenError when a run has ended and its rows are missing
 */
export const isRefOfRun = async (
  db: Db,
  { teamId, ledgerRef }: { readonly teamId: string; readonly ledgerRef: string },
): Promise<boolean> => {
  const run = await db
    .selectFrom('runs')
    .select(
      // The run may have ended after the caller looked for rows, and its end writes the first row.
      sql<boolean>`status = 'running' OR ${hasRows('runs.team_id', 'runs.ledger_ref')} OR EXISTS (
        SELECT FROM ledger_segments AS s WHERE s.team_id = runs.team_id AND s.pruned_at IS NOT NULL
          AND s.last_at >= runs.finished_at - interval '1 minute')`.as('explained'),
    )
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .executeTakeFirst();
  if (run?.explained === false)
    throw new LedgerBrokenError('missing: the run has ended, but none of its rows is visible');
  return run !== undefined;
};
