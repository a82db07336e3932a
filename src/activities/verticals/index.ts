import type { VerticalId } from '../../governance/verticals/definition.ts';
import { itSteps } from './it/index.ts';
import { kycSteps } from './kyc/index.ts';
import { supportSteps } from './support/index.ts';
import type { VerticalSteps } from './step.ts';
import { voiceSteps } from './voice/index.ts';

/** The step functions of each vertical, by the step numbers of src/governance/verticals. */
export const stepFunctions: Readonly<Record<VerticalId, VerticalSteps>> = {
  kyc: kycSteps,
  it: itSteps,
  support: supportSteps,
  voice: voiceSteps,
};
