import { support } from '../../../governance/verticals/support.ts';
import { egressStep } from '../egress.ts';
import type { VerticalSteps } from '../step.ts';
import { assessLockout, lookUpAccount, matchIdentity, readIntent } from './assess.ts';
import { closeSupportTicket, giveAccessBack } from './close.ts';

export const supportSteps: VerticalSteps = {
  1: readIntent,
  2: matchIdentity,
  3: lookUpAccount,
  4: assessLockout,
  5: egressStep(support),
  6: giveAccessBack,
  7: closeSupportTicket,
};
