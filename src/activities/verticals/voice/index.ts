import { voice } from '../../../governance/verticals/voice.ts';
import { egressStep } from '../egress.ts';
import type { VerticalSteps } from '../step.ts';
import { answerPolicy, startCall, updateAddress, verifyCaller, wrapUp } from './call.ts';

export const voiceSteps: VerticalSteps = {
  1: startCall,
  2: verifyCaller,
  3: answerPolicy,
  4: updateAddress,
  5: egressStep(voice),
  6: wrapUp,
};
