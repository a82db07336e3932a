import { decisionUnless, factsOf, reasonsFrom } from '../common/facts.ts';
import { support } from '../../../governance/verticals/support.ts';
import { egressStep } from '../common/egress.ts';
import { readsDocuments } from '../common/documents.ts';
import type { VerticalWork } from '../common/step.ts';
import { accountLookUps, resetLookUps } from './account.ts';
import { assessLockout, readIntent } from './assess.ts';
import { lookUpAccount, matchIdentity } from './identify.ts';
import { closeSupportTicket, giveAccessBack } from './close.ts';
import { redecideTicket } from './redecide.ts';

export const supportWork: VerticalWork = {
  steps: {
    1: readsDocuments(readIntent),
    2: matchIdentity,
    3: lookUpAccount,
    4: assessLockout,
    5: egressStep(support),
    6: giveAccessBack,
    7: closeSupportTicket,
  },
  lookUps: { 2: accountLookUps, 3: accountLookUps, 6: resetLookUps },
  redecide: { steps: [1, 2, 3], decide: redecideTicket },
  decide: async (given) => decisionUnless(reasonsFrom(factsOf(given, 4)), 'resolved'),
};
