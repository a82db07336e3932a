import type { RunAdjudication } from '../../../contract/adjudication.ts';
import { formatDay } from '../../../governance/dates.ts';
import { assessClaimUnder } from '../../../governance/rule-sets/verticals/kyc.ts';
import { decideClaim } from '../../../governance/rules/kyc/assess.ts';
import { passedRules } from '../../../governance/rules/kyc/passed.ts';
import { kyc } from '../../../governance/verticals/kyc.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { codesOf, count, factsOf, reasonsFrom, reasonsToFacts, riskFrom } from '../common/facts.ts';
import { nameOf, pinIn, rulesFacts, rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction, StepResult } from '../common/step.ts';
import { adjudicationFacts } from './adjudication-facts.ts';
import { assessedFrom } from './assessed.ts';

/**
 * Step 5. Scores the claim with the rule set in force, which it pins, and adjudicates its bill if the policy has a product. Both
 * happen here, without a container.
 */
export const scoreRisk: StepFunction = async (context) => {
  const { compiled, pin } = await rulesOf(context, kyc);
  const { assessed, adjudicated } = await assessedFrom(context);
  const { reasons: findings, risk, riskReasons } = assessClaimUnder(compiled, nameOf(pin), assessed);
  const reasons = [...findings, ...context.documents.reasons];
  return {
    summary:
      `${risk.rules}: risk ${risk.score} (${risk.band}), ${count(reasons.length, 'finding')}${codesOf(reasons)}.` +
      (adjudicated === undefined ? '' : ` ${adjudicationWords(adjudicated.shown)}`),
    detail: {
      mode: context.mode,
      container: null,
      today: formatDay(assessed.today),
      risk: risk as unknown as JsonObject,
      reasons: reasonsToFacts(reasons),
      ...(adjudicated !== undefined && { adjudication: adjudicationFacts(adjudicated.shown) }),
      ...(riskReasons.length > 0 && { risk_reasons: reasonsToFacts(riskReasons) }),
      decided_under: { ...pin },
    },
  };
};

/** States in a sentence what an adjudication approves or proposes. */
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
  const approved = decision.decision === 'approve';
  const adjudication = factsOf(context, 5)['adjudication'] as JsonObject | undefined;
  return {
    summary: approved
      ? `Approved under ${rules}: no findings.`
      : `Escalated to a person under ${rules}: ${count(reasons.length, 'finding')}${codesOf(reasons)}.`,
    detail: {
      decision: decision.decision,
      ...pinned,
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
