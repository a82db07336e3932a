import { supportFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { decideFacts } from '../../../governance/rule-sets/verticals/decide.ts';
import { supportReasonsUnder } from '../../../governance/rule-sets/verticals/support.ts';
import type { Redecide } from '../common/redecide.ts';
import { assessmentFrom } from './assess.ts';

export const redecideTicket: Redecide = (run) => {
  const assessment = assessmentFrom(run);
  const facts = supportFacts(assessment);
  return (compiled) => {
    const reasons = [...supportReasonsUnder(compiled, assessment), ...run.documents.reasons];
    return {
      decision: reasons.length === 0 ? 'resolved' : 'escalate',
      reasons,
      amount: undefined,
      hits: () => decideFacts(compiled, facts).hits,
    };
  };
};
