import { dayInIndia, formatDay } from '../../../governance/dates.ts';
import { assessClaimUnder } from '../../../governance/rule-sets/verticals/kyc.ts';
import { decideClaim, type Assessed } from '../../../governance/rules/kyc/assess.ts';
import { readClaim } from '../../../governance/rules/kyc/claim.ts';
import type { AadhaarState, PanState } from '../../../governance/rules/kyc/identity.ts';
import type { Network } from '../../../governance/rules/kyc/policy.ts';
import { kyc } from '../../../governance/verticals/kyc.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { codesOf, count, factsOf, reasonsFrom, reasonsToFacts, riskFrom } from '../common/facts.ts';
import { nameOf, pinIn, rulesFacts, rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction, StepResult } from '../common/step.ts';
import { termsFrom } from './query.ts';

/** Returns what the rules consider of a claim, from the case and the facts of the earlier steps. */
export const assessedFrom = (context: Pick<StepContext, 'case' | 'facts' | 'now'>): Assessed => {
  const identity = factsOf(context, 3);
  const found = factsOf(context, 4);
  return {
    claim: readClaim(context.case),
    identity: { pan: identity['pan'] as PanState, aadhaar: identity['aadhaar'] as AadhaarState },
    policy: termsFrom(found),
    network: found['network'] as Network,
    duplicate:
      found['earlier_claim'] === true ? 'event' : found['overlapping_stay'] === true ? 'stay' : undefined,
    today: dayInIndia(context.now),
  };
};

/** Step 5. Scores the claim with the rule set in force, which it pins. The score is computed here, without a container. */
export const scoreRisk: StepFunction = async (context) => {
  const { compiled, pin } = await rulesOf(context, kyc);
  const assessed = assessedFrom(context);
  const { reasons: findings, risk, riskReasons } = assessClaimUnder(compiled, nameOf(pin), assessed);
  const reasons = [...findings, ...context.documents.reasons];
  return {
    summary: `${risk.rules}: risk ${risk.score} (${risk.band}), ${count(reasons.length, 'finding')}${codesOf(reasons)}.`,
    detail: {
      mode: context.mode,
      container: null,
      today: formatDay(assessed.today),
      risk: risk as unknown as JsonObject,
      reasons: reasonsToFacts(reasons),
      ...(riskReasons.length > 0 && { risk_reasons: reasonsToFacts(riskReasons) }),
      decided_under: { ...pin },
    },
  };
};

/** Returns the claim's decision, based only on step 5, so that a retry cannot decide differently. */
export const decisionFrom = (context: Pick<StepContext, 'facts'>): NonNullable<StepResult['decision']> => {
  const scored = factsOf(context, 5);
  const risk = riskFrom(scored);
  const found = reasonsFrom(scored);
  const reasons = found.length > 0 ? found : reasonsFrom({ reasons: scored['risk_reasons'] ?? [] });
  return { ...decideClaim(reasons, risk?.band ?? 'high'), risk, decidedUnder: pinIn(context.facts) };
};

/** Step 7. */
export const adjudicate: StepFunction = async (context) => {
  const decision = decisionFrom(context);
  const { reasons } = decision;
  // Uses step 5's rules. If the rules change during a run, the rules that scored the run also decide it.
  const pinned = rulesFacts(context.facts, { rules: decision.risk?.rules ?? kyc.rules });
  const { rules } = pinned;
  return {
    summary:
      decision.decision === 'approve'
        ? `Approved under ${rules}: no findings.`
        : `Escalated to a person under ${rules}: ${count(reasons.length, 'finding')}${codesOf(reasons)}.`,
    detail: { decision: decision.decision, ...pinned, reasons: reasonsToFacts(reasons) },
    decision,
  };
};
