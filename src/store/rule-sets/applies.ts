import type { Kysely } from 'kysely';
import type { RuleSet } from '../../contract/rule-set.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { builtInRuleSet } from '../../governance/rule-sets/built-in/compiled.ts';
import { compileRuleSet, isCompiled, type CompiledRuleSet } from '../../governance/rule-sets/compile.ts';
import { versionInForce, type BasisDays } from '../../governance/rule-sets/in-force.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

/** A version of a rule set, ready to decide, with what a run records of it. */
export interface AppliedRuleSet {
  readonly compiled: CompiledRuleSet;
  readonly pin: PinnedRuleSet;
}

/**
 * Returns the version of a rule set that applies to a case of a team: of the team's active versions, the one in force last on the
 * day that its `basis` names; without one, the version that comes with the service. Read it in an activity, once for each run, and
 * keep its pin in the row: `pinnedRuleSet` returns it again.
 * @returns undefined if nobody has such a rule set, or none was in force on the day
 */
export const ruleSetThatApplies = async (
  db: Db,
  { teamId, id, days }: { readonly teamId: string; readonly id: string; readonly days: BasisDays },
): Promise<AppliedRuleSet | undefined> => {
  const active = await db
    .selectFrom('rule_set_versions as v')
    .innerJoin('rule_sets as s', 's.id', 'v.rule_set_id')
    .select(['v.version', 'v.basis', 'v.active_from', 'v.sha256', 'v.rule_set_id'])
    .where('s.team_id', '=', teamId)
    .where('s.kind', '=', 'rules')
    .where('s.name', '=', id)
    .where('v.state', '=', 'active')
    .execute();
  const inForce = versionInForce(
    // A version decides from the day of its activation at the earliest, whatever its document says.
    active.map((row) => ({ ...row, effective_from: row.active_from! })),
    days,
  );
  if (inForce === undefined) return builtInOn(id, days);
  return ofTeam(db, teamId, { id, version: inForce.version, sha256: inForce.sha256, owner: 'team' });
};

/**
 * Returns the version that a run pinned, whether or not it is still active.
 * @throws Error if no document has the hash, such as a built-in one of another release
 */
export const pinnedRuleSet = async (db: Db, teamId: string, pin: PinnedRuleSet): Promise<AppliedRuleSet> => {
  const found = pin.owner === 'team' ? await ofTeam(db, teamId, pin) : builtIn(pin.id, pin.sha256);
  if (found === undefined || found.pin.sha256 !== pin.sha256)
    throw new Error(`the rule set ${pin.id}@${pin.version} with the pinned hash is not here`);
  return found;
};

/** The terms of a product apply from their day on. The rules of a vertical decide every run. */
const builtInOn = (id: string, days: BasisDays): AppliedRuleSet | undefined => {
  const found = builtIn(id);
  const set = found?.compiled.set;
  return set?.terms === undefined || versionInForce([set], days) !== undefined ? found : undefined;
};

const builtIn = (id: string, sha256?: string): AppliedRuleSet | undefined => {
  const found = builtInRuleSet(id, sha256);
  if (found === undefined) return undefined;
  const { compiled } = found;
  return {
    compiled,
    pin: { id, version: compiled.set.version, sha256: found.sha256, owner: 'service' },
  };
};

/** Number of compiled versions that a process keeps. */
const KEPT = 32;

/** Compiled versions by their hash, the one used last at the end. */
const compiledVersions = new Map<string, CompiledRuleSet>();

const ofTeam = async (db: Db, teamId: string, pin: PinnedRuleSet): Promise<AppliedRuleSet | undefined> => {
  const { id, version, sha256 } = pin;
  const kept = compiledVersions.get(sha256);
  if (kept !== undefined) {
    compiledVersions.delete(sha256);
    compiledVersions.set(sha256, kept);
    return { compiled: kept, pin };
  }
  const row = await db
    .selectFrom('rule_set_versions as v')
    .innerJoin('rule_sets as s', 's.id', 'v.rule_set_id')
    .select(['v.document', 'v.sha256'])
    .where('s.team_id', '=', teamId)
    .where('s.kind', '=', 'rules')
    .where('s.name', '=', id)
    .where('v.version', '=', version)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const compiled = compileStored(row.document);
  compiledVersions.set(row.sha256, compiled);
  for (const oldest of compiledVersions.keys()) {
    if (compiledVersions.size <= KEPT) break;
    compiledVersions.delete(oldest);
  }
  return { compiled, pin: { ...pin, sha256: row.sha256 } };
};

/** Compiles a stored document, which was checked before it was proposed. */
const compileStored = (document: string): CompiledRuleSet => {
  const compiled = compileRuleSet(JSON.parse(document) as RuleSet);
  if (!isCompiled(compiled)) throw new Error('a stored rule set has faults');
  return compiled;
};
