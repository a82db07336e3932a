import { decideIncident } from '../../../governance/rules/it/decide.ts';
import { factsOf, reasonsFrom } from '../common/facts.ts';
import { it } from '../../../governance/verticals/it.ts';
import { egressStep } from '../common/egress.ts';
import { readsDocuments } from '../common/documents.ts';
import type { VerticalWork } from '../common/step.ts';
import { applyFix, openSession, runDiagnostics, verifyRecovery } from './session.ts';
import { closeIncident, stateCause, triage } from './ticket.ts';

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
  decide: (given) => decideIncident(reasonsFrom(factsOf(given, 4)), factsOf(given, 7)['recovered'] === true),
};
