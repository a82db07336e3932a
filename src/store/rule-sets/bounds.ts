import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import { type Bounds, NO_BOUNDS } from '../../governance/rule-sets/verticals/bounds.ts';
import type { Database } from '../db/schema.ts';
import type { Db, Tx } from './versions.ts';

export type StoredBounds = Selectable<Database['rule_set_bounds']>;

export const findBounds = async (db: Db, ruleSetId: string): Promise<StoredBounds | undefined> =>
  db.selectFrom('rule_set_bounds').selectAll().where('rule_set_id', '=', ruleSetId).executeTakeFirst();

/** Converts stored bounds to the form in which trials are measured. */
export const boundsFrom = (stored: StoredBounds | undefined): Bounds =>
  stored === undefined
    ? NO_BOUNDS
    : { minRuns: stored.min_runs, maxChanged: stored.max_changed_bp, maxAmount: stored.max_amount_bp };

export const storeBounds = async (
  tx: Tx,
  { teamId, ruleSetId }: { readonly teamId: string; readonly ruleSetId: string },
  { minRuns, maxChanged, maxAmount }: Bounds,
  by: Actor,
): Promise<StoredBounds> => {
  const content = {
    min_runs: minRuns,
    max_changed_bp: maxChanged,
    max_amount_bp: maxAmount,
    set_by: JSON.stringify(by),
  };
  return tx
    .insertInto('rule_set_bounds')
    .values({ rule_set_id: ruleSetId, team_id: teamId, ...content })
    .onConflict((conflict) =>
      conflict.column('rule_set_id').doUpdateSet({ ...content, set_at: sql<Date>`clock_timestamp()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
};
