/** A rule set of a team, or one of its verticals or agent policies, by the id in its documents. */

import { sql } from 'kysely';
import { newId } from '../../ids.ts';
import type { DocumentKind } from '../db/rule-sets-schema.ts';
import type { Db, Tx } from './versions.ts';

export interface RuleSetOfTeam {
  readonly teamId: string;
  readonly name: string;
  /** Default: `rules`. */
  readonly kind?: DocumentKind;
}

/** Returns the ids of a team's own documents of a kind. */
export const ownRuleSets = async (
  db: Db,
  teamId: string,
  kind: DocumentKind = 'rules',
): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('rule_sets')
      .select('name')
      .where('team_id', '=', teamId)
      .where('kind', '=', kind)
      .orderBy('name')
      .execute()
  ).map(({ name }) => name);

/** Returns the ledger_ref of a team's rule set; undefined if the team has none with the id. */
export const findRuleSet = async (
  db: Db,
  { teamId, name, kind = 'rules' }: RuleSetOfTeam,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('rule_sets')
      .select('id')
      .where('team_id', '=', teamId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst()
  )?.id;

const LOCKS: Readonly<Record<DocumentKind, string>> = {
  rules: 'rule set',
  vertical: 'vertical',
  policy: 'agent policy',
};

/** Locks a team's rule set, so that its versions move one after another. @returns its ledger_ref */
export const lockRuleSet = async (tx: Tx, of: RuleSetOfTeam): Promise<string | undefined> => {
  const lock = `${LOCKS[of.kind ?? 'rules']} ${of.teamId} ${of.name}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  return findRuleSet(tx, of);
};

/** Creates a team's rule set unless it has it, and locks it. @returns its ledger_ref */
export const createRuleSet = async (tx: Tx, of: RuleSetOfTeam): Promise<string> => {
  const { teamId, name, kind = 'rules' } = of;
  await tx
    .insertInto('rule_sets')
    .values({ id: newId('rules'), team_id: teamId, name, kind })
    .onConflict((conflict) => conflict.columns(['team_id', 'kind', 'name']).doNothing())
    .execute();
  return (await lockRuleSet(tx, of))!;
};
