import { unreadableReasons, type Reason } from '../reason.ts';
import type { Severity } from './diagnose.ts';
import { REMEDIES } from './fixes.ts';
import type { RootCause } from './signatures.ts';

/** Minimum confidence for naming a cause. Below it, the machine only names a hypothesis. */
export const MIN_CONFIDENCE = 0.6;

/** The facts known after the search for the root cause. */
export interface IncidentFinding {
  readonly hostOk: boolean;
  readonly hostGiven: boolean;
  readonly symptomGiven: boolean;
  readonly severity: Severity;
  readonly cause: RootCause | null;
  readonly confidence: number;
  /** Whether the reading in the text is within its limit, which contradicts the cause. */
  readonly contradicted: boolean;
  readonly triedBefore: boolean;
  /** Names of members that were given but cannot be read. */
  readonly unreadable: readonly string[];
}

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

/** Decides how an incident ends: resolved if a fix was applied and the reading is back within its limit. */
export const decideIncident = (
  reasons: readonly Reason[],
  recovered: boolean,
): { readonly decision: 'resolved' | 'escalate'; readonly reasons: readonly Reason[] } => {
  if (reasons.length > 0) return { decision: 'escalate', reasons };
  if (recovered) return { decision: 'resolved', reasons };
  return {
    decision: 'escalate',
    reasons: [{ code: 'IT-VERIFY', detail: 'the fix did not lead to recovery' }],
  };
};
