import { type Kysely, sql, type Transaction } from 'kysely';
import type { AgentPolicy } from '../../contract/agent-policy.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { Day } from '../../governance/dates.ts';
import { onRunDay, versionInForce } from '../../governance/rule-sets/in-force.ts';
import type { Database } from '../db/schema.ts';
import { pinnedDocument, teamVersionInForce } from './team-versions.ts';

type Db = Kysely<Database>;

/** Returns the version of a team's agent policy in force on a day; undefined if there is none. */
export const policyInForce = async (
  db: Db,
  { teamId, name, day }: { readonly teamId: string; readonly name: string; readonly day: Day },
): Promise<PinnedRuleSet | undefined> =>
  teamVersionInForce(db, { teamId, kind: 'policy', id: name }, onRunDay(day));

/** Returns the versions of all agent policies of a team in force on a day, by id. */
export const policiesInForce = async (
  db: Db,
  teamId: string,
  day: Day,
): Promise<readonly PinnedRuleSet[]> => {
  const active = await db
    .selectFrom('rule_set_versions as v')
    .innerJoin('rule_sets as s', 's.id', 'v.rule_set_id')
    .select(['s.name', 'v.version', 'v.basis', 'v.active_from', 'v.sha256'])
    .where('s.team_id', '=', teamId)
    .where('s.kind', '=', 'policy')
    .where('v.state', '=', 'active')
    .orderBy('s.name')
    .execute();
  const byName = Map.groupBy(active, ({ name }) => name);
  return [...byName].flatMap(([id, versions]) => {
    const dated = versions.map((row) => ({ ...row, effective_from: row.active_from! }));
    const found = versionInForce(dated, onRunDay(day));
    return found === undefined
      ? []
      : [{ id, version: found.version, sha256: found.sha256, owner: 'team' as const }];
  });
};

/**
 * Locks a team's set of policies in force: to `read` them until the transaction has written their decision,
 * or to `change` them. So a row that a policy decided never follows the row that ended the policy.
 */
export const lockPolicies = async (
  tx: Transaction<Database>,
  teamId: string,
  as: 'read' | 'change',
): Promise<void> => {
  const lock = as === 'read' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`SELECT ${lock}(hashtextextended(${`agent policies ${teamId}`}, 0))`.execute(tx);
};

/**
 * Returns the document of a version.
 * @throws Error if it is missing, or does not have the hash
 */
export const pinnedPolicy = async (db: Db, teamId: string, pin: PinnedRuleSet): Promise<AgentPolicy> =>
  pinnedDocument(db, { teamId, kind: 'policy' }, pin);
