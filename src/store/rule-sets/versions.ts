import { type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { RuleSet } from '../../contract/rule-set.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
type Tx = Transaction<Database>;

/** A rule set of a team, by the id in its documents. */
export interface RuleSetOfTeam {
  readonly teamId: string;
  readonly name: string;
}

/** A stored version with the ledger_ref of its rule set. */
export type StoredVersion = Selectable<Database['rule_set_versions']>;

/** Somebody who moves a version: who they are, and the id of the person behind a key. */
export interface Mover {
  readonly actor: Actor;
  readonly subject: string;
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

/** Returns the versions of a rule set, newest first, without their documents. */
export const versionsOf = async (
  db: Db,
  ruleSetId: string,
): Promise<readonly (Omit<StoredVersion, 'document'> & { readonly title: string })[]> =>
  db
    .selectFrom('rule_set_versions')
    .select([
      'rule_set_id',
      'team_id',
      'version',
      'state',
      'sha256',
      'basis',
      'effective_from',
      'editors',
      'drafted_by',
      'drafted_at',
      'proposed_by',
      'proposer',
      'proposed_at',
      'approved_by',
      'approver',
      'approved_at',
      'activated_by',
      'activated_at',
      'active_from',
      'retired_by',
      'retired_at',
    ])
    .select(sql<string>`document::jsonb ->> 'title'`.as('title'))
    .where('rule_set_id', '=', ruleSetId)
    .orderBy('version', 'desc')
    .execute();

/** Returns a version; undefined if the team has none with the number. */
export const findVersion = async (
  db: Db,
  { teamId, name }: RuleSetOfTeam,
  version: number,
): Promise<StoredVersion | undefined> =>
  db
    .selectFrom('rule_set_versions as v')
    .innerJoin('rule_sets as s', 's.id', 'v.rule_set_id')
    .selectAll('v')
    .where('s.team_id', '=', teamId)
    .where('s.name', '=', name)
    .where('v.version', '=', version)
    .executeTakeFirst();

/** Returns the highest version of a rule set; 0 if it has none. */
export const highestVersion = async (db: Db, ruleSetId: string): Promise<number> => {
  const { highest } = await db
    .selectFrom('rule_set_versions')
    .select(({ fn }) => fn.max('version').as('highest'))
    .where('rule_set_id', '=', ruleSetId)
    .executeTakeFirstOrThrow();
  return highest ?? 0;
};

export interface Draft {
  readonly set: RuleSet;
  readonly document: string;
  readonly sha256: string;
}

/** Stores a draft, or replaces it. Whoever wrote an earlier text of it stays one of its editors. */
export const storeDraft = async (
  tx: Tx,
  { teamId, ruleSetId }: { readonly teamId: string; readonly ruleSetId: string },
  { set, document, sha256 }: Draft,
  { actor, subject }: Mover,
): Promise<void> => {
  const content = {
    document,
    sha256,
    basis: set.basis,
    effective_from: set.effective_from,
    drafted_by: JSON.stringify(actor),
  };
  await tx
    .insertInto('rule_set_versions')
    .values({
      rule_set_id: ruleSetId,
      team_id: teamId,
      version: set.version,
      editors: [subject],
      ...content,
    })
    .onConflict((conflict) =>
      conflict.columns(['rule_set_id', 'version']).doUpdateSet({
        ...content,
        drafted_at: sql<Date>`clock_timestamp()`,
        editors: sql<string[]>`ARRAY(SELECT DISTINCT unnest(rule_set_versions.editors || excluded.editors))`,
      }),
    )
    .execute();
};

const move = async (
  tx: Tx,
  { rule_set_id, version }: Pick<StoredVersion, 'rule_set_id' | 'version'>,
  change: UpdateObject<Database, 'rule_set_versions'>,
): Promise<void> => {
  await tx
    .updateTable('rule_set_versions')
    .set(change)
    .where('rule_set_id', '=', rule_set_id)
    .where('version', '=', version)
    .execute();
};

const now = sql<Date>`clock_timestamp()`;

export const markProposed = async (tx: Tx, of: StoredVersion, { actor, subject }: Mover): Promise<void> =>
  move(tx, of, {
    state: 'proposed',
    proposed_by: JSON.stringify(actor),
    proposer: subject,
    proposed_at: now,
  });

export const markApproved = async (tx: Tx, of: StoredVersion, { actor, subject }: Mover): Promise<void> =>
  move(tx, of, {
    state: 'approved',
    approved_by: JSON.stringify(actor),
    approver: subject,
    approved_at: now,
  });

export const markActive = async (tx: Tx, of: StoredVersion, from: string, { actor }: Mover): Promise<void> =>
  move(tx, of, {
    state: 'active',
    activated_by: JSON.stringify(actor),
    activated_at: now,
    active_from: from,
  });

export const markRetired = async (tx: Tx, of: StoredVersion, { actor }: Mover): Promise<void> =>
  move(tx, of, { state: 'retired', retired_by: JSON.stringify(actor), retired_at: now });
