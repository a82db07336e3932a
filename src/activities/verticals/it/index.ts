import { it } from '../../../governance/verticals/it.ts';
import { egressStep } from '../common/egress.ts';
import { readsDocuments } from '../common/documents.ts';
import type { VerticalWork } from '../common/step.ts';
import { applyFix, openSession, runDiagnostics, verifyRecovery } from './session.ts';
import { stateCause, triage } from './ticket.ts';
import { closeIncident, decisionFrom } from './close-incident.ts';
import { redecideIncident } from './redecide.ts';

export const itWork: VerticalWork = {
  steps: {
    1: readsDocuments(triage),
    2: openSession,
    3: runDiagnostics,
    4: stateCause,
    5: egressStep(it),
    6: applyFix,
    7: verifyRecovery,
    8: closeIncident,
  },
  redecide: { steps: [1, 3, 6, 7], decide: redecideIncident },
  decide: decisionFrom,
};
