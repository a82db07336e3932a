import { formatRupees, parseRupees } from '../../../governance/amounts.ts';
import { formatDay, parseDay } from '../../../governance/dates.ts';
import { textOf } from '../../../governance/members.ts';
import { eventOf, readClaim } from '../../../governance/rules/kyc/claim.ts';
import type { Network, PolicyTerms } from '../../../governance/rules/kyc/policy.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { hasEarlierClaim, type ClaimKeys } from '../../../records/claims.ts';
import { digestOf } from '../../../records/digest.ts';
import { networkOf } from '../../../records/hospitals.ts';
import { findPolicy, type Policy } from '../../../records/policies.ts';
import type { StepContext, StepFunction } from '../step.ts';

/** How this run's claim is told apart. A claim without a number is one of its own. */
export const keysOf = async ({ db, teamId, runId, case: given }: StepContext): Promise<ClaimKeys> => {
  const digest = await digestOf(db, teamId);
  const claim = readClaim(given);
  return {
    claimKey: digest('claim', textOf(given, 'id') || runId),
    eventKey: digest('event', eventOf(claim)),
    accident: claim.accident,
  };
};

/** Step 4. */
export const queryPolicy: StepFunction = async (context) => {
  const { db, teamId } = context;
  const claim = readClaim(context.case);
  const [policy, network, earlier] = await Promise.all([
    findPolicy(db, teamId, claim.policy),
    networkOf(db, teamId, claim.hospital),
    keysOf(context).then((keys) => hasEarlierClaim(db, teamId, keys)),
  ]);
  const known = policy === undefined ? 'Policy not on file' : `Policy ${policy.number} is ${policy.status}`;
  return {
    summary: `${known}; hospital ${NETWORK_WORDS[network]}; ${earlier ? 'an' : 'no'} earlier claim for the same event.`,
    detail: {
      policy: policy === undefined ? null : policyToFacts(policy),
      network,
      earlier_claim: earlier,
    },
  };
};

const NETWORK_WORDS: Readonly<Record<Network, string>> = {
  in: 'in the network',
  out: 'outside the network',
  unlisted: 'not in the network list',
  not_named: 'not named',
};

const policyToFacts = (policy: Policy): JsonObject => ({
  number: policy.number,
  status: policy.status,
  cover_from: formatDay(policy.coverFrom),
  cover_to: formatDay(policy.coverTo),
  since: formatDay(policy.since),
  sum_insured: formatRupees(policy.sumInsured),
  used: formatRupees(policy.used),
  room_rent_limit: policy.roomRentLimit === undefined ? null : formatRupees(policy.roomRentLimit),
});

/** The policy that step 4 found, as the rules read it. */
export const termsFrom = (facts: JsonObject): PolicyTerms | undefined => {
  const policy = facts['policy'] as Readonly<Record<string, string | null>> | null;
  if (policy === null || policy === undefined) return undefined;
  const day = (name: string) => whole(parseDay(policy[name]));
  return {
    status: String(policy['status']),
    coverFrom: day('cover_from'),
    coverTo: day('cover_to'),
    since: day('since'),
    sumInsured: whole(parseRupees(policy['sum_insured'])),
    used: whole(parseRupees(policy['used'])),
    roomRentLimit: parseRupees(policy['room_rent_limit']),
  };
};

const whole = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the facts of the policy are incomplete');
  return value;
};
