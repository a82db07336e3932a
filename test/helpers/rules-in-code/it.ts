/**
 * The rules for an incident as code, written independently of the rule set it-rules. Tests compare the two:
 * they must decide every case alike.
 */
import type { IncidentFinding } from '../../../src/governance/rules/it/decide.ts';
import { REMEDIES } from '../../../src/governance/rules/it/fixes.ts';
import { unreadableReasons, type Reason } from '../../../src/governance/rules/reason.ts';

/** Minimum confidence for naming a cause. Below it, the machine only names a hypothesis. */
const MIN_CONFIDENCE = 0.6;

/** Returns the reasons why the machine does not apply a finding's fix. If there are none, it applies the fix. */
export const fixReasons = (finding: IncidentFinding): readonly Reason[] => {
  const { cause } = finding;
  const reasons: Reason[] = [...unreadableReasons('IT-UNREADABLE', finding.unreadable)];
  const add = (code: string, detail: string) => reasons.push({ code, detail });
  if (!finding.hostOk)
    add('IT-HOST', finding.hostGiven ? 'the given host is not a host name' : 'no host was given');
  if (!finding.symptomGiven) add('IT-SYMPTOM', 'no symptom was given');
  else if (cause === null) add('IT-UNKNOWN', 'the symptom matches no known root cause');
  if (cause === null) return reasons;
  if (finding.confidence < MIN_CONFIDENCE)
    add('IT-CONFIDENCE', `the signs for ${cause} are weak (${finding.confidence.toFixed(2)})`);
  if (finding.contradicted)
    add('IT-READING', `the stated value for ${REMEDIES[cause].reading.name} is within its limit`);
  if (finding.triedBefore) add('IT-RECURS', 'the usual fix was tried before and did not last');
  const { fix } = REMEDIES[cause];
  if (fix === undefined) add('IT-NOFIX', `no fix for ${cause} is safe to apply without a person`);
  else if (finding.severity === 'P1' && (fix.touches === 'settings' || fix.touches === 'data'))
    add('IT-P1', `on a P1 incident only a person may change ${fix.touches}`);
  return reasons;
};
