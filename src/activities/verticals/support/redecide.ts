import { supportFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { supportReasonsUnder } from '../../../governance/rule-sets/verticals/support.ts';
import type { Redecide } from '../common/redecide.ts';
import { assessmentFrom } from './assess.ts';

export const redecideTicket: Redecide = (run, { compiled }) => {
  const assessment = assessmentFrom(run);
  const reasons = [...supportReasonsUnder(compiled, assessment), ...run.documents.reasons];
  const decision = reasons.length === 0 ? 'resolved' : 'escalate';
  return { decision, reasons, amount: undefined, facts: supportFacts(assessment) };
};
