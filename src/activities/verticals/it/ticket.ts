import { writtenOf } from '../../../governance/members.ts';
import { keyText } from '../../../governance/text/plain.ts';
import { recordable } from '../../../governance/recordable.ts';
import { decideIncidentUnder, fixReasonsUnder } from '../../../governance/rule-sets/verticals/it.ts';
import { decideIncident, type IncidentFinding } from '../../../governance/rules/it/decide.ts';
import {
  alreadyTried,
  diagnose,
  readIncident,
  type Severity,
} from '../../../governance/rules/it/diagnose.ts';
import { REMEDIES } from '../../../governance/rules/it/fixes.ts';
import type { RootCause } from '../../../governance/rules/it/signatures.ts';
import { it } from '../../../governance/verticals/it.ts';
import { digestOf } from '../../../store/records/digest.ts';
import { closeTicket } from '../../../store/records/tickets.ts';
import { codesOf, count, factsOf, reasonsFrom, reasonsToFacts, textFact } from '../common/facts.ts';
import { nameOf, pinIn, rulesFacts, rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction, StepResult } from '../common/step.ts';
import { hostFrom } from './session.ts';

/** Step 1. */
export const triage: StepFunction = async ({ case: given, known }) => {
  const incident = readIncident(given);
  const { cause } = diagnose(incident.text);
  const host = recordable(incident.host, 253, known);
  return {
    summary:
      `Severity ${incident.severity}${incident.severityGiven ? '' : ' (from the symptom)'}; ` +
      `hypothesis ${cause ?? 'none'}${host === '' ? '; no usable host' : ''}.`,
    detail: {
      severity: incident.severity,
      severity_source: incident.severityGiven ? 'given' : 'symptom',
      // A host name that looks like an identifier is not used.
      host: host === incident.host ? host : '',
      host_given: incident.hostGiven,
      symptom_given: incident.symptomGiven,
      hypothesis: cause,
      page_on_call: incident.severity === 'P1',
    },
  };
};

/** Returns what the rules consider of an incident, from the case and the facts of the earlier steps. */
export const findingFrom = (context: Pick<StepContext, 'case' | 'facts'>): IncidentFinding => {
  const triaged = factsOf(context, 1);
  const diagnosed = factsOf(context, 3);
  const incident = readIncident(context.case);
  const reading = diagnosed['reading'] as { value: number; limit: number; source: string } | null;
  return {
    hostOk: hostFrom(triaged) !== '',
    hostGiven: triaged['host_given'] === true,
    symptomGiven: triaged['symptom_given'] === true,
    severity: triaged['severity'] as Severity,
    cause: diagnosed['cause'] as RootCause | null,
    confidence: Number(diagnosed['confidence']),
    contradicted: reading !== null && reading.source === 'stated' && reading.value <= reading.limit,
    triedBefore: alreadyTried(incident.text),
    unreadable: incident.unreadable,
  };
};

/** Step 4. States the root cause, and whether anything prevents an automated fix under the rule set in force, which it pins. */
export const stateCause: StepFunction = async (context) => {
  const { compiled, pin } = await rulesOf(context, it);
  const finding = findingFrom(context);
  const { cause, confidence } = finding;
  const reasons = [...fixReasonsUnder(compiled, finding), ...context.documents.reasons];
  return {
    summary:
      cause === null
        ? `No root cause was found${codesOf(reasons)}.`
        : `Root cause ${cause}: ${REMEDIES[cause].cause} (confidence ${confidence.toFixed(2)})${codesOf(reasons)}.`,
    detail: {
      cause,
      statement: cause === null ? null : REMEDIES[cause].cause,
      confidence,
      rules: nameOf(pin),
      decided_under: { ...pin },
      reasons: reasonsToFacts(reasons),
    },
  };
};

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
    ticketId: recordable(id || runId, 64, known),
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
      ticket_id: recordable(id || runId, 64, known),
      submissions,
      trail,
    },
    decision,
  };
};
