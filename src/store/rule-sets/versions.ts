import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { VersionedDocument } from '../../governance/rule-sets/canonical.ts';
import type { Database } from '../db/schema.ts';
import type { Mover } from './version-moves.ts';
import type { RuleSetOfTeam } from './rule-sets.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** A stored version with the ledger_ref of its rule set. */
export type StoredVersion = Selectable<Database['rule_set_versions']>;

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
  { teamId, name, kind = 'rules' }: RuleSetOfTeam,
  version: number,
): Promise<StoredVersion | undefined> =>
  db
    .selectFrom('rule_set_versions as v')
    .innerJoin('rule_sets as s', 's.id', 'v.rule_set_id')
    .selectAll('v')
    .where('s.team_id', '=', teamId)
    .where('s.kind', '=', kind)
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
  readonly set: VersionedDocument;
  readonly document: string;
  readonly sha256: string;
}

/** Stores a draft, or replaces it. The authors of earlier texts remain among its editors. */
export const storeDraft = async (
  tx: Tx,
  { teamId, ruleSetId }: { readonly teamId: string; readonly ruleSetId: string },
  { set, document, sha256 }: Draft,
  { actor, subject }: Mover,
): Promise<void> => {
  const content = {
    document,
    sha256,
    // The day of the run chooses a vertical's version, the day of the act an agent policy's.
    basis: 'basis' in set ? set.basis : ('run_day' as const),
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
