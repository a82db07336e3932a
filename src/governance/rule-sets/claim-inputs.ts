import type { RuleSet } from '../../contract/rule-set.ts';
import type { Case } from '../members.ts';
import type { Claim } from '../rules/kyc/claim.ts';
import { clausesOf } from '../rules/kyc/exclusions.ts';
import { namesSpecifiedDisease } from '../rules/kyc/policy.ts';
import type { Value } from './expressions.ts';
import { statedBy } from './stated.ts';

/**
 * Returns the inputs of a product's rule set for a claim: the members of the case, and the inputs that follow
 * from the diagnosis and the member's record. A case cannot override the latter, so leaving something out
 * never gets more approved.
 */
export const statedInputs = (
  set: RuleSet,
  given: Case,
  claim: Claim,
  { hadBefore }: { readonly hadBefore: boolean },
): Readonly<Record<string, Value | undefined>> => ({
  ...statedBy(set, given),
  ...(namesSpecifiedDisease(claim) && { specified_disease: true, cataract: true }),
  ...(hadBefore && { pre_existing: true }),
});

/** Returns whether a claim's diagnoses name one of a member's diseases, by ICD-10 category (`E11`). */
export const namesDisease = (claim: Pick<Claim, 'conditions'>, categories: readonly string[]): boolean => {
  const known = new Set(categories.map((category) => category.toLowerCase()));
  return clausesOf(claim).some((clause) => clause.split(' ').some((word) => known.has(word)));
};
