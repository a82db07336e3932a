import type { PinnedRuleSet } from '../../../contract/rule-set-version.ts';
import type { CompiledRuleSet } from '../../../governance/rule-sets/compile.ts';
import type { BasisDays } from '../../../governance/rule-sets/in-force.ts';
import { pinnedRuleSet, ruleSetThatApplies } from '../../../store/rule-sets/applies.ts';
import type { StepContext } from '../common/step.ts';

type Context = Pick<StepContext, 'db' | 'teamId'>;

/**
 * Chooses the version of a product's rule set that applies to a claim: the team's own, or the one that comes with the service.
 * @returns null if none was in force on the day that the rule set names, or it has no terms of a product
 */
export const chooseProductRules = async (
  { db, teamId }: Context,
  id: string,
  days: BasisDays,
): Promise<PinnedRuleSet | null> => {
  const applied = await ruleSetThatApplies(db, { teamId, id, days });
  return applied?.compiled.set.terms === undefined ? null : applied.pin;
};

/** Loads the version that an earlier step chose; undefined if it found none. */
export const productRules = async (
  { db, teamId }: Context,
  chosen: PinnedRuleSet | null,
): Promise<CompiledRuleSet | undefined> =>
  chosen === null ? undefined : (await pinnedRuleSet(db, teamId, chosen)).compiled;
