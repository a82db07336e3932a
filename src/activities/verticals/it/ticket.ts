import { recordable } from '../../../governance/recordable.ts';
import { fixReasonsUnder } from '../../../governance/rule-sets/verticals/it.ts';
import type { IncidentFinding } from '../../../governance/rules/it/decide.ts';
import { alreadyTried, diagnose } from '../../../governance/rules/it/diagnose.ts';
import { readIncident, type Severity } from '../../../governance/rules/it/incident.ts';
import { REMEDIES } from '../../../governance/rules/it/fixes.ts';
import type { RootCause } from '../../../governance/rules/it/signatures.ts';
import { it } from '../../../governance/verticals/it.ts';
import { codesOf, factsOf, reasonsToFacts } from '../common/facts.ts';
import { nameOf, rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction } from '../common/step.ts';
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

/** Returns the rules' inputs for an incident, from the case and the facts of the earlier steps. */
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
    rounded: incident.rounded,
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
