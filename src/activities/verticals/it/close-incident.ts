import { writtenOf } from '../../../governance/members.ts';
import { recordable } from '../../../governance/recordable.ts';
import { decideIncidentUnder } from '../../../governance/rule-sets/verticals/it.ts';
import { decideIncident } from '../../../governance/rules/it/decide.ts';
import { keyText } from '../../../governance/text/plain.ts';
import { it } from '../../../governance/verticals/it.ts';
import { digestOf } from '../../../store/records/digest.ts';
import { closeTicket } from '../../../store/records/tickets.ts';
import { reasonsFrom, factsOf, textFact, count, codesOf, reasonsToFacts } from '../common/facts.ts';
import { pinIn, rulesOf, rulesFacts } from '../common/rules.ts';
import type { StepContext, StepResult, StepFunction } from '../common/step.ts';
import { hostFrom } from './session.ts';
import { findingFrom } from './ticket.ts';

/** Returns the decision, based on step 4's reasons and on whether step 7 found that the incident is over. */
export const decisionFrom = async (context: StepContext): Promise<NonNullable<StepResult['decision']>> => {
  const reasons = reasonsFrom(factsOf(context, 4));
  const recovered = factsOf(context, 7)['recovered'] === true;
  const decidedUnder = pinIn(context.facts);
  // A run that an earlier release began has no pin. Its code decides as the rule set that came with it.
  if (decidedUnder === undefined) return { ...decideIncident(reasons, recovered), risk: null };
  const { compiled } = await rulesOf(context, it);
  return {
    ...decideIncidentUnder(compiled, findingFrom(context), reasons, recovered),
    risk: null,
    decidedUnder,
  };
};

/** Step 8. */
export const closeIncident: StepFunction = async (context) => {
  const { db, digestRing, teamId, runId, case: given, known } = context;
  const decision = await decisionFrom(context);
  const digest = await digestOf(db, digestRing, teamId);
  const id = writtenOf(given, 'id');
  const trail = [3, 6, 7].flatMap((step) =>
    ((factsOf(context, step)['commands'] ?? []) as readonly string[]).map((command) => ({ step, command })),
  );
  const triaged = factsOf(context, 1);
  const { submissions } = await closeTicket(db, teamId, runId, {
    vertical: 'it',
    digest,
    ticketKey: digest.of('ticket', `it ${keyText(id) || runId}`),
    ticketId: recordable(id, 64, known) || runId,
    category: textFact(factsOf(context, 3), 'cause') || 'unknown',
    severity: textFact(triaged, 'severity'),
    subject: hostFrom(triaged) || null,
    decision: decision.decision as 'resolved' | 'escalate',
    reasons: decision.reasons,
    trail,
  });
  return {
    summary:
      decision.decision === 'resolved'
        ? `Ticket closed as resolved with a trail of ${count(trail.length, 'command')}.`
        : `Ticket handed to a person${codesOf(decision.reasons)} with a trail of ${count(trail.length, 'command')}.`,
    detail: {
      decision: decision.decision,
      ...rulesFacts(context.facts, it),
      reasons: reasonsToFacts(decision.reasons),
      ticket_id: recordable(id, 64, known) || runId,
      submissions,
      trail,
    },
    decision,
  };
};
