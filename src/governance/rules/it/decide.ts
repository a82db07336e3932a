import type { Reason } from '../reason.ts';
import type { Severity } from './incident.ts';
import type { RootCause } from './signatures.ts';

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
  /** Names of members whose numbers may have been rounded. */
  readonly rounded: readonly string[];
}

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
