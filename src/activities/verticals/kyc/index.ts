import { kyc } from '../../../governance/verticals/kyc.ts';
import { egressStep } from '../egress.ts';
import type { VerticalSteps } from '../step.ts';
import { adjudicate, scoreRisk } from './decide.ts';
import { fileCase } from './file.ts';
import { queryPolicy } from './query.ts';
import { readDocuments, scanCase, verifyIdentity } from './read.ts';

export const kycSteps: VerticalSteps = {
  1: readDocuments,
  2: scanCase,
  3: verifyIdentity,
  4: queryPolicy,
  5: scoreRisk,
  6: egressStep(kyc),
  7: adjudicate,
  8: fileCase,
};
