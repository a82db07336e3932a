import { kyc } from '../../../governance/verticals/kyc.ts';
import { egressStep } from '../common/egress.ts';
import { readsDocuments } from '../common/documents.ts';
import type { VerticalWork } from '../common/step.ts';
import { adjudicate, decisionFrom, scoreRisk } from './decide.ts';
import { fileCase } from './file.ts';
import { claimLookUps, queryPolicy } from './query.ts';
import { readDocuments, scanCase, verifyIdentity } from './read.ts';
import { redecideClaim } from './redecide.ts';
import { redecideClaimTerms } from './redecide-terms.ts';

export const kycWork: VerticalWork = {
  steps: {
    1: readsDocuments(readDocuments),
    2: scanCase,
    3: verifyIdentity,
    4: queryPolicy,
    5: scoreRisk,
    6: egressStep(kyc),
    7: adjudicate,
    8: fileCase,
  },
  lookUps: { 4: claimLookUps },
  redecide: { steps: [3, 4], decide: redecideClaim },
  redecideTerms: redecideClaimTerms,
  decide: async (context) => decisionFrom(context),
};
