import { itFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { decideFacts } from '../../../governance/rule-sets/verticals/decide.ts';
import { decideIncidentUnder, fixReasonsUnder } from '../../../governance/rule-sets/verticals/it.ts';
import type { IncidentFinding } from '../../../governance/rules/it/decide.ts';
import { afterFix } from '../../../governance/rules/it/diagnose.ts';
import { REMEDIES } from '../../../governance/rules/it/fixes.ts';
import { factsOf } from '../common/facts.ts';
import type { FinishedRun, Redecide } from '../common/redecide.ts';
import { findingFrom } from './ticket.ts';

export const redecideIncident: Redecide = (run) => {
  const finding = findingFrom(run);
  const recovered = wouldRecover(run, finding);
  const facts = { ...itFacts(finding), recovered };
  return (compiled) => {
    const found = [...fixReasonsUnder(compiled, finding), ...run.documents.reasons];
    const { decision, reasons } = decideIncidentUnder(compiled, finding, found, recovered);
    return { decision, reasons, amount: undefined, hits: () => decideFacts(compiled, facts).hits };
  };
};

/** Returns whether the fix led to recovery or, in a run that applied none, whether a simulated fix does. */
const wouldRecover = (run: FinishedRun, { cause }: IncidentFinding): boolean => {
  if (factsOf(run, 6)['applied'] === true) return factsOf(run, 7)['recovered'] === true;
  const reading = factsOf(run, 3)['reading'] as { readonly value: number } | null;
  if (cause === null || reading === null || REMEDIES[cause].fix === undefined) return false;
  return afterFix(cause, reading.value) <= REMEDIES[cause].reading.limit;
};
