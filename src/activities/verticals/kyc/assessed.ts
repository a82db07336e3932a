import { dayInIndia } from '../../../governance/dates.ts';
import type { Assessed } from '../../../governance/rules/kyc/assess.ts';
import { claimedAmount, readClaim } from '../../../governance/rules/kyc/claim.ts';
import type { AadhaarState, PanState } from '../../../governance/rules/kyc/identity.ts';
import type { Network } from '../../../governance/rules/kyc/policy.ts';
import { roundedIn } from '../../../governance/rules/rounded.ts';
import { factsOf } from '../common/facts.ts';
import type { StepContext } from '../common/step.ts';
import type { CompiledRuleSet } from '../../../governance/rule-sets/compile.ts';
import { adjudicateClaim, type AdjudicatedClaim } from './adjudicate-claim.ts';
import { coverFrom } from './cover-facts.ts';
import { termsFrom } from './query.ts';
import { productRules } from './rule-set.ts';

/** The rules' inputs for a claim, and its adjudication if the policy has a product. */
export interface AssessedClaim {
  readonly assessed: Assessed;
  readonly adjudicated: AdjudicatedClaim | undefined;
}

type Context = Pick<StepContext, 'case' | 'facts' | 'now' | 'known'>;

/** Reads the rules' inputs for a claim, from the case and the facts of the earlier steps. */
export const assessedFrom = async (
  context: Context & Pick<StepContext, 'db' | 'teamId'>,
): Promise<AssessedClaim> => {
  const cover = coverFrom(factsOf(context, 4));
  return assessedUnder(context, cover && (await productRules(context, cover.ruleSet)));
};

/**
 * Like {@link assessedFrom}, but under any version of the product's terms.
 * @param terms undefined if none were in force
 */
export const assessedUnder = (context: Context, terms: CompiledRuleSet | undefined): AssessedClaim => {
  const identity = factsOf(context, 3);
  const found = factsOf(context, 4);
  const claim = readClaim(context.case);
  const cover = coverFrom(found);
  const adjudicated = cover && adjudicateClaim(context, claim, cover, terms);
  const ofTerms = roundedIn(context.case, Object.keys(terms?.set.inputs ?? {}));
  const rounded = [...new Set([...claim.rounded, ...ofTerms])];
  const assessed: Assessed = {
    claim: {
      ...claim,
      rounded,
      ...(adjudicated !== undefined && { amount: claimedAmount(context.case, claim) }),
    },
    identity: { pan: identity['pan'] as PanState, aadhaar: identity['aadhaar'] as AadhaarState },
    policy: termsFrom(found),
    network: found['network'] as Network,
    duplicate:
      found['earlier_claim'] === true ? 'event' : found['overlapping_stay'] === true ? 'stay' : undefined,
    today: dayInIndia(context.now),
    adjudication: adjudicated?.findings,
  };
  return { assessed, adjudicated };
};
