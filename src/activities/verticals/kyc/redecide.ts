import { kycFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { decideFacts } from '../../../governance/rule-sets/verticals/decide.ts';
import { assessFactsUnder } from '../../../governance/rule-sets/verticals/kyc.ts';
import type { Reason } from '../../../governance/rules/reason.ts';
import type { Redecide } from '../common/redecide.ts';
import { assessedFrom } from './assessed.ts';

/** Decides a finished claim again under the rules of the vertical. The terms of its product are those that the run pinned. */
export const redecideClaim: Redecide = async (run) => {
  const { assessed, adjudicated } = await assessedFrom(run);
  const facts = kycFacts(assessed);
  return (compiled) => {
    const assessment = assessFactsUnder(compiled, compiled.set.id, facts, assessed.adjudication);
    const reasons = reasonsIn(assessment, run.documents.reasons);
    return {
      decision: reasons.length === 0 ? 'approve' : 'escalate',
      reasons,
      amount: adjudicated?.amount?.approved ?? assessed.claim.amount,
      hits: () => decideFacts(compiled, { ...facts, risk_score: BigInt(assessment.risk.score) }).hits,
    };
  };
};

/** Returns why a person decides. The score's findings count only if there are no others. */
export const reasonsIn = (
  { reasons, riskReasons }: { readonly reasons: readonly Reason[]; readonly riskReasons: readonly Reason[] },
  ofDocuments: readonly Reason[],
): readonly Reason[] => {
  const found = [...reasons, ...ofDocuments];
  return found.length > 0 ? found : riskReasons;
};
