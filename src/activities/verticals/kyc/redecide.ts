import { NOTHING_KNOWN } from '../../../governance/known.ts';
import { kycFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { assessFactsUnder } from '../../../governance/rule-sets/verticals/kyc.ts';
import type { Redecide } from '../common/redecide.ts';
import { assessedFrom } from './decide.ts';

export const redecideClaim: Redecide = (run) => {
  const { assessed } = assessedFrom({ ...run, known: NOTHING_KNOWN });
  const facts = kycFacts(assessed);
  return (compiled) => {
    const { id } = compiled.set;
    const { reasons: own, risk, riskReasons } = assessFactsUnder(compiled, id, facts, assessed.adjudication);
    const found = [...own, ...run.documents.reasons];
    const reasons = found.length > 0 ? found : riskReasons;
    return {
      decision: reasons.length === 0 ? 'approve' : 'escalate',
      reasons,
      amount: assessed.claim.amount,
      facts: { ...facts, risk_score: BigInt(risk.score) },
    };
  };
};
