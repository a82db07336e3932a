/** A rule set of a team, by the id in its documents. */

import { sql } from 'kysely';
import { newId } from '../../ids.ts';
import type { Db, Tx } from './versions.ts';

export interface RuleSetOfTeam {
  readonly teamId: string;
  readonly name: string;
}

/** Returns the ids of a team's own rule sets. */
export const ownRuleSets = async (db: Db, teamId: string): Promise<readonly string[]> =>
  (
    await db.selectFrom('rule_sets').select('name').where('team_id', '=', teamId).orderBy('name').execute()
  ).map(({ name }) => name);

/** Returns the ledger_ref of a team's rule set; undefined if the team has none with the id. */
export const findRuleSet = async (db: Db, { teamId, name }: RuleSetOfTeam): Promise<string | undefined> =>
  (
    await db
      .selectFrom('rule_sets')
      .select('id')
      .where('team_id', '=', teamId)
      .where('name', '=', name)
      .executeTakeFirst()
  )?.id;

/** Locks a team's rule set, so that its versions move one after another. @returns its ledger_ref */
export const lockRuleSet = async (tx: Tx, { teamId, name }: RuleSetOfTeam): Promise<string | undefined> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`rule set ${teamId} ${name}`}, 0))`.execute(tx);
  return findRuleSet(tx, { teamId, name });
};

/** Creates a team's rule set unless it has it, and locks it. @returns its ledger_ref */
export const createRuleSet = async (tx: Tx, { teamId, name }: RuleSetOfTeam): Promise<string> => {
  await tx
    .insertInto('rule_sets')
    .values({ id: newId('rules'), team_id: teamId, name })
    .onConflict((conflict) => conflict.columns(['team_id', 'name']).doNothing())
    .execute();
  return (await lockRuleSet(tx, { teamId, name }))!;
};
