import type { PinnedRuleSet } from '../../../contract/rule-set-version.ts';
import { dayInIndia } from '../../../governance/dates.ts';
import { onRunDay } from '../../../governance/rule-sets/in-force.ts';
import type { Vertical } from '../../../governance/verticals/definition.ts';
import { ruleSetIdOf } from '../../../governance/verticals/rule-sets.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { pinnedRuleSet, ruleSetThatApplies, type AppliedRuleSet } from '../../../store/rule-sets/applies.ts';
import type { StepContext } from './step.ts';

/**
 * Returns the rule set that decides a run: the version that an earlier step pinned, or else the one in force on the day in India on
 * which the run was requested. A version that is activated during the run decides later runs.
 */
export const rulesOf = async (
  { db, teamId, now, facts }: Pick<StepContext, 'db' | 'teamId' | 'now' | 'facts'>,
  vertical: Vertical,
): Promise<AppliedRuleSet> => {
  const pin = pinIn(facts);
  if (pin !== undefined) return pinnedRuleSet(db, teamId, pin);
  const id = ruleSetIdOf(vertical);
  const days = onRunDay(dayInIndia(now));
  const applied = await ruleSetThatApplies(db, { teamId, id, days });
  if (applied === undefined) throw new Error(`no rule set ${id} is in force`);
  return applied;
};

/** Returns the rule set that an earlier step pinned; undefined before that, and in runs of earlier releases. */
export const pinIn = (facts: StepContext['facts']): PinnedRuleSet | undefined =>
  Object.values(facts)
    .map(({ decided_under: pin }) => pin as PinnedRuleSet | undefined)
    .find((pin) => pin !== undefined);

/** Returns the name of a version, such as kyc-rules@2. */
export const nameOf = ({ id, version }: Pick<PinnedRuleSet, 'id' | 'version'>): string => `${id}@${version}`;

/** Returns the members of a row's detail that say which rule set decided, from the pin of an earlier step. */
export const rulesFacts = (
  facts: StepContext['facts'],
  { rules }: Pick<Vertical, 'rules'>,
): JsonObject & { readonly rules: string } => {
  const pin = pinIn(facts);
  return pin === undefined ? { rules } : { rules: nameOf(pin), decided_under: { ...pin } };
};
