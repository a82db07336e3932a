import { decisionUnless, factsOf, reasonsFrom } from '../common/facts.ts';
import { voice } from '../../../governance/verticals/voice.ts';
import { egressStep } from '../common/egress.ts';
import type { VerticalWork } from '../common/step.ts';
import { addressReasonsOf, answerPolicy, callLookUps, startCall, updateAddress, wrapUp } from './call.ts';
import { callerLookUps, verifyCaller } from './caller.ts';
import { redecideCall } from './redecide.ts';

export const voiceWork: VerticalWork = {
  steps: {
    1: startCall,
    2: verifyCaller,
    3: answerPolicy,
    4: updateAddress,
    5: egressStep(voice),
    6: wrapUp,
  },
  lookUps: { 2: callerLookUps, 3: callLookUps },
  redecide: { steps: [2, 3], decide: redecideCall },
  decide: async (context) =>
    decisionUnless(
      [
        ...[2, 3].flatMap((step) => reasonsFrom(factsOf(context, step))),
        ...(await addressReasonsOf(context)),
      ],
      'completed',
    ),
};
