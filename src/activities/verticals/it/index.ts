import { it } from '../../../governance/verticals/it.ts';
import { egressStep } from '../egress.ts';
import type { VerticalSteps } from '../step.ts';
import { applyFix, openSession, runDiagnostics, verifyRecovery } from './session.ts';
import { closeIncident, stateCause, triage } from './ticket.ts';

export const itSteps: VerticalSteps = {
  1: triage,
  2: openSession,
  3: runDiagnostics,
  4: stateCause,
  5: egressStep(it),
  6: applyFix,
  7: verifyRecovery,
  8: closeIncident,
};
