import type { Assessed } from '../../rules/kyc/assess.ts';
import { mergeReasons, type Reason, type RiskScore } from '../../rules/reason.ts';
import { type Facts, kycFacts } from '../built-in/facts.ts';
import type { CompiledRuleSet } from '../compile.ts';
import { decideFacts, reasonsBeside } from './decide.ts';

export interface AssessedClaim {
  readonly reasons: readonly Reason[];
  readonly risk: RiskScore;
  /** The rules' findings because of the score. They count only if there are no others. */
  readonly riskReasons: readonly Reason[];
}

const FEATURES = {
  amount_ratio: 0,
  new_policy: 0,
  round_amount: 0,
  identity_fail: 0,
  duplicate: 0,
  price_mismatch: 0,
} as const;

/** Points of one feature are limited, because a rule set may compute any number. */
const MAX_POINTS = 1_000_000n;

const pointsOf = (sum: bigint): number =>
  Number(sum > MAX_POINTS ? MAX_POINTS : sum < -MAX_POINTS ? -MAX_POINTS : sum);

/**
 * Assesses a claim under a rule set: its tables first without a score, then with the score that their numbers add up to.
 * @param rules name of the version, such as kyc-rules@2
 */
export const assessClaimUnder = (compiled: CompiledRuleSet, rules: string, given: Assessed): AssessedClaim =>
  assessFactsUnder(compiled, rules, kycFacts(given), given.adjudication);

/** Like {@link assessClaimUnder}, for facts that were read before. */
export const assessFactsUnder = (
  compiled: CompiledRuleSet,
  rules: string,
  facts: Facts,
  adjudication: Assessed['adjudication'],
): AssessedClaim => {
  const { reasons: own, sums } = decideFacts(compiled, facts);
  const points = Object.entries(sums).map(([name, sum]) => [name, pointsOf(sum)] as const);
  const features = { ...FEATURES, ...Object.fromEntries(points) };
  const score = points.reduce((sum, [, each]) => sum + each, 0);
  const scored = decideFacts(compiled, { ...facts, risk_score: BigInt(score) });
  const riskReasons = reasonsBeside(scored.reasons, own);
  const band = riskReasons.length > 0 ? 'high' : score >= 30 ? 'medium' : 'low';
  const reasons = adjudication === undefined ? own : mergeReasons(own, adjudication);
  return { reasons, risk: { score, band, rules, features }, riskReasons };
};
