import { kycFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { assessFactsUnder } from '../../../governance/rule-sets/verticals/kyc.ts';
import { readClaim } from '../../../governance/rules/kyc/claim.ts';
import { kyc } from '../../../governance/verticals/kyc.ts';
import { factsOf } from '../common/facts.ts';
import type { Redecide } from '../common/redecide.ts';
import { nameOf, rulesOf } from '../common/rules.ts';
import { matchingRows } from './adjudicate-claim.ts';
import { assessedUnder } from './assessed.ts';
import { coverFrom } from './cover-facts.ts';
import { reasonsIn } from './redecide.ts';

/**
 * Decides a finished claim again under the terms of its product, from the cover that step 4 found and the
 * vertical's rules that the run pinned. A yearly limit that the run's terms did not have counts as unused,
 * because nobody looked it up.
 */
export const redecideClaimTerms: Redecide = async (run) => {
  const { compiled: rules, pin } = await rulesOf(run, kyc);
  const cover = coverFrom(factsOf(run, 4));
  return (compiled) => {
    const { assessed, adjudicated } = assessedUnder(run, compiled);
    const assessment = assessFactsUnder(rules, nameOf(pin), kycFacts(assessed), assessed.adjudication);
    const reasons = reasonsIn(assessment, run.documents.reasons);
    const isApproved = reasons.length === 0;
    return {
      decision: isApproved ? 'approve' : 'escalate',
      outcome: isApproved ? (adjudicated?.shown.outcome ?? 'approve') : 'refer',
      reasons,
      amount: adjudicated?.amount?.approved,
      adjudication: adjudicated?.shown,
      hits: () => (cover === undefined ? [] : matchingRows(run, readClaim(run.case), cover, compiled)),
    };
  };
};
