import { kycFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { assessFactsUnder } from '../../../governance/rule-sets/verticals/kyc.ts';
import type { Redecide } from '../common/redecide.ts';
import { assessedFrom } from './assessed.ts';

export const redecideClaim: Redecide = async (run) => {
  const { assessed, adjudicated } = await assessedFrom(run);
  const facts = kycFacts(assessed);
  return (compiled) => {
    const { id } = compiled.set;
    const { reasons: own, risk, riskReasons } = assessFactsUnder(compiled, id, facts, assessed.adjudication);
    const found = [...own, ...run.documents.reasons];
    const reasons = found.length > 0 ? found : riskReasons;
    return {
      decision: reasons.length === 0 ? 'approve' : 'escalate',
      reasons,
      amount: adjudicated?.amount?.approved ?? assessed.claim.amount,
      facts: { ...facts, risk_score: BigInt(risk.score) },
    };
  };
};
