import type { RunAdjudication } from '../../../contract/adjudication.ts';
import { dayInIndia, formatDay } from '../../../governance/dates.ts';
import { assessClaim, decideClaim, KYC_RULES } from '../../../governance/rules/kyc/assess.ts';
import { claimedAmount, readClaim } from '../../../governance/rules/kyc/claim.ts';
import type { AadhaarState, PanState } from '../../../governance/rules/kyc/identity.ts';
import { passedRules } from '../../../governance/rules/kyc/passed.ts';
import type { Network } from '../../../governance/rules/kyc/policy.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { codesOf, count, factsOf, reasonsFrom, reasonsToFacts, riskFrom } from '../common/facts.ts';
import type { StepContext, StepFunction, StepResult } from '../common/step.ts';
import { adjudicateClaim } from './adjudicate-claim.ts';
import { adjudicationFacts } from './adjudication-facts.ts';
import { coverFrom } from './cover.ts';
import { termsFrom } from './query.ts';

/**
 * Step 5. Scores the claim with the published rule set, and adjudicates its bill if the policy has a product. Both happen here,
 * without a container.
 */
export const scoreRisk: StepFunction = async (context) => {
  const identity = factsOf(context, 3);
  const found = factsOf(context, 4);
  const today = dayInIndia(context.now);
  const cover = coverFrom(found);
  const claim = readClaim(context.case);
  const adjudicated = cover && adjudicateClaim(context, claim, cover);
  const { reasons: findings, risk } = assessClaim({
    claim: adjudicated === undefined ? claim : { ...claim, amount: claimedAmount(context.case, claim) },
    identity: { pan: identity['pan'] as PanState, aadhaar: identity['aadhaar'] as AadhaarState },
    policy: termsFrom(found),
    network: found['network'] as Network,
    duplicate:
      found['earlier_claim'] === true ? 'event' : found['overlapping_stay'] === true ? 'stay' : undefined,
    today,
    adjudication: adjudicated?.findings,
  });
  const reasons = [...findings, ...context.documents.reasons];
  return {
    summary:
      `${KYC_RULES}: risk ${risk.score} (${risk.band}), ${count(reasons.length, 'finding')}${codesOf(reasons)}.` +
      (adjudicated === undefined ? '' : ` ${adjudicationWords(adjudicated.shown)}`),
    detail: {
      mode: context.mode,
      container: null,
      today: formatDay(today),
      risk: risk as unknown as JsonObject,
      reasons: reasonsToFacts(reasons),
      ...(adjudicated !== undefined && { adjudication: adjudicationFacts(adjudicated.shown) }),
    },
  };
};

/** Says in a sentence what an adjudication approves or proposes. */
export const adjudicationWords = ({ rule_set: ruleSet, outcome, amount }: RunAdjudication): string => {
  if (ruleSet === null) return 'No rule set of the product was in force.';
  const name = `${ruleSet.id}@${ruleSet.version}`;
  if (amount === null) return `${name} cannot adjudicate the bill.`;
  return `${name} ${outcome === 'refer' ? 'proposes' : 'approves'} ${amount.approved} of ${amount.claimed}.`;
};

/** Returns the claim's decision, based only on step 5, so that a retry cannot decide differently. */
export const decisionFrom = (context: Pick<StepContext, 'facts'>): NonNullable<StepResult['decision']> => {
  const scored = factsOf(context, 5);
  const risk = riskFrom(scored);
  return { ...decideClaim(reasonsFrom(scored), risk?.band ?? 'high'), risk };
};

/** Step 7. */
export const adjudicate: StepFunction = async (context) => {
  const decision = decisionFrom(context);
  const { reasons } = decision;
  // Uses step 5's rules. If the rules change during a run, the rules that scored the run also decide it.
  const rules = decision.risk?.rules ?? KYC_RULES;
  const approved = decision.decision === 'approve';
  const adjudication = factsOf(context, 5)['adjudication'] as JsonObject | undefined;
  return {
    summary: approved
      ? `Approved under ${rules}: no findings.`
      : `Escalated to a person under ${rules}: ${count(reasons.length, 'finding')}${codesOf(reasons)}.`,
    detail: {
      decision: decision.decision,
      rules,
      reasons: reasonsToFacts(reasons),
      ...(approved && { passed: passedRules(adjudication !== undefined).map((each) => ({ ...each })) }),
      ...(adjudication !== undefined && {
        outcome: approved ? adjudication['outcome']! : 'refer',
        amount: adjudication['amount']!,
        rule_set: adjudication['rule_set']!,
      }),
    },
    decision,
  };
};
