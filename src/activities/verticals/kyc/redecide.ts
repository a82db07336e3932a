import { kycFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { assessClaimUnder } from '../../../governance/rule-sets/verticals/kyc.ts';
import type { Redecide } from '../common/redecide.ts';
import { assessedFrom } from './decide.ts';

export const redecideClaim: Redecide = (run, { compiled }) => {
  const assessed = assessedFrom(run);
  const { reasons: findings, risk, riskReasons } = assessClaimUnder(compiled, compiled.set.id, assessed);
  const found = [...findings, ...run.documents.reasons];
  const reasons = found.length > 0 ? found : riskReasons;
  return {
    decision: reasons.length === 0 ? 'approve' : 'escalate',
    reasons,
    amount: assessed.claim.amount,
    facts: { ...kycFacts(assessed), risk_score: BigInt(risk.score) },
  };
};
