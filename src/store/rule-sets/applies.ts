import type { Kysely } from 'kysely';
import type { RuleSet } from '../../contract/rule-set.ts';
import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import { builtInRuleSet } from '../../governance/rule-sets/built-in/compiled.ts';
import { compileRuleSet, isCompiled, type CompiledRuleSet } from '../../governance/rule-sets/compile.ts';
import { versionInForce, type BasisDays } from '../../governance/rule-sets/in-force.ts';
import type { Database } from '../db/schema.ts';
import { CompiledVersions } from './compiled-versions.ts';
import { teamDocument, teamVersionInForce } from './team-versions.ts';

type Db = Kysely<Database>;

/** A version of a rule set, ready to decide, with the pin that a run records. */
export interface AppliedRuleSet {
  readonly compiled: CompiledRuleSet;
  readonly pin: PinnedRuleSet;
}

/**
 * Returns the version of a rule set that applies to a case of a team: the team's latest active version in
 * force on the day that its `basis` names; without one, the version that comes with the service. Read it in
 * an activity, once for each run, and store its pin in the row: `pinnedRuleSet` returns it again.
 * @returns undefined if there is no such rule set, or none was in force on the day
 */
export const ruleSetThatApplies = async (
  db: Db,
  { teamId, id, days }: { readonly teamId: string; readonly id: string; readonly days: BasisDays },
): Promise<AppliedRuleSet | undefined> => {
  const pin = await teamVersionInForce(db, { teamId, kind: 'rules', id }, days);
  return pin === undefined ? builtInOn(id, days) : ofTeam(db, teamId, pin);
};

/**
 * Returns the version that a run pinned, whether or not it is still active.
 * @throws Error if no document has the hash, such as a built-in one of another release
 */
export const pinnedRuleSet = async (db: Db, teamId: string, pin: PinnedRuleSet): Promise<AppliedRuleSet> => {
  const found = pin.owner === 'team' ? await ofTeam(db, teamId, pin) : builtIn(pin.id, pin.sha256);
  if (found === undefined || found.pin.sha256 !== pin.sha256)
    throw new Error(`the rule set ${pin.id}@${pin.version} with the pinned hash does not exist`);
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

const compiledVersions = new CompiledVersions<CompiledRuleSet>(32);

const ofTeam = async (db: Db, teamId: string, pin: PinnedRuleSet): Promise<AppliedRuleSet | undefined> => {
  const { id, version, sha256 } = pin;
  const kept = compiledVersions.get(sha256);
  if (kept !== undefined) return { compiled: kept, pin };
  const stored = await teamDocument(db, { teamId, kind: 'rules', id }, version);
  if (stored === undefined) return undefined;
  const compiled = compileStored(stored.document);
  compiledVersions.keep(stored.sha256, compiled);
  return { compiled, pin: { ...pin, sha256: stored.sha256 } };
};

/** Compiles a stored document, which was checked before it was proposed. */
const compileStored = (document: string): CompiledRuleSet => {
  const compiled = compileRuleSet(JSON.parse(document) as RuleSet);
  if (!isCompiled(compiled)) throw new Error('a stored rule set has faults');
  return compiled;
};
