import type { VerticalId } from '../../governance/verticals/definition.ts';
import { itWork } from './it/index.ts';
import { kycWork } from './kyc/index.ts';
import type { VerticalWork } from './common/step.ts';
import { supportWork } from './support/index.ts';
import { voiceWork } from './voice/index.ts';

/** The automated work for each vertical in src/governance/verticals. */
export const verticalWork: Readonly<Record<VerticalId, VerticalWork>> = {
  kyc: kycWork,
  it: itWork,
  support: supportWork,
  voice: voiceWork,
};
