import { dayInIndia, formatDay } from '../../../governance/dates.ts';
import { assessClaim, decideClaim, KYC_RULES } from '../../../governance/rules/kyc/assess.ts';
import { readClaim } from '../../../governance/rules/kyc/claim.ts';
import type { AadhaarState, PanState } from '../../../governance/rules/kyc/identity.ts';
import type { Network } from '../../../governance/rules/kyc/policy.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { codesOf, count, factsOf, reasonsFrom, reasonsToFacts, riskFrom } from '../facts.ts';
import type { StepContext, StepFunction, StepResult } from '../step.ts';
import { termsFrom } from './query.ts';

/** Step 5. The published rule set is the model; it is computed here, without a container. */
export const scoreRisk: StepFunction = async (context) => {
  const identity = factsOf(context, 3);
  const found = factsOf(context, 4);
  const today = dayInIndia(context.now);
  const { reasons, risk } = assessClaim({
    claim: readClaim(context.case),
    identity: { pan: identity['pan'] as PanState, aadhaar: identity['aadhaar'] as AadhaarState },
    policy: termsFrom(found),
    network: found['network'] as Network,
    duplicate: found['earlier_claim'] === true,
    today,
  });
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

/** What the claim comes to: from step 5 alone, so a retry cannot decide otherwise. */
export const decisionFrom = (context: Pick<StepContext, 'facts'>): NonNullable<StepResult['decision']> => {
  const scored = factsOf(context, 5);
  const risk = riskFrom(scored);
  return { ...decideClaim(reasonsFrom(scored), risk?.band ?? 'high'), risk };
};

/** Step 7. */
export const adjudicate: StepFunction = async (context) => {
  const decision = decisionFrom(context);
  const { reasons } = decision;
  return {
    summary:
      decision.decision === 'approve'
        ? `Approved under ${KYC_RULES}: no findings.`
        : `Escalated to a person under ${KYC_RULES}: ${count(reasons.length, 'finding')}${codesOf(reasons)}.`,
    detail: { decision: decision.decision, rules: KYC_RULES, reasons: reasonsToFacts(reasons) },
    decision,
  };
};
