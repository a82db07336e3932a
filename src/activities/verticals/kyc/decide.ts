import { dayInIndia, formatDay } from '../../../governance/dates.ts';
import { assessClaim, decideClaim, KYC_RULES } from '../../../governance/rules/kyc/assess.ts';
import { readClaim } from '../../../governance/rules/kyc/claim.ts';
import type { AadhaarState, PanState } from '../../../governance/rules/kyc/identity.ts';
import type { Network } from '../../../governance/rules/kyc/policy.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { codesOf, count, factsOf, reasonsFrom, reasonsToFacts, riskFrom } from '../common/facts.ts';
import type { StepContext, StepFunction, StepResult } from '../common/step.ts';
import { termsFrom } from './query.ts';

/** Step 5. Scores the claim with the published rule set. The score is computed here, without a container. */
export const scoreRisk: StepFunction = async (context) => {
  const identity = factsOf(context, 3);
  const found = factsOf(context, 4);
  const today = dayInIndia(context.now);
  const { reasons: findings, risk } = assessClaim({
    claim: readClaim(context.case),
    identity: { pan: identity['pan'] as PanState, aadhaar: identity['aadhaar'] as AadhaarState },
    policy: termsFrom(found),
    network: found['network'] as Network,
    duplicate:
      found['earlier_claim'] === true ? 'event' : found['overlapping_stay'] === true ? 'stay' : undefined,
    today,
  });
  const reasons = [...findings, ...context.documents.reasons];
  return {
    summary: `${KYC_RULES}: risk ${risk.score} (${risk.band}), ${count(reasons.length, 'finding')}${codesOf(reasons)}.`,
    detail: {
      mode: context.mode,
      container: null,
      today: formatDay(today),
      risk: risk as unknown as JsonObject,
      reasons: reasonsToFacts(reasons),
    },
  };
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
  return {
    summary:
      decision.decision === 'approve'
        ? `Approved under ${rules}: no findings.`
        : `Escalated to a person under ${rules}: ${count(reasons.length, 'finding')}${codesOf(reasons)}.`,
    detail: { decision: decision.decision, rules, reasons: reasonsToFacts(reasons) },
    decision,
  };
};
