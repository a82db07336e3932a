import { parseRupees } from '../../../governance/amounts.ts';
import { parseDay } from '../../../governance/dates.ts';
import { nameKey } from '../../../governance/text/plain.ts';
import { readClaim, type Claim } from '../../../governance/rules/kyc/claim.ts';
import type { Network, PolicyTerms } from '../../../governance/rules/kyc/policy.ts';
import { shownPolicy } from '../../../governance/rules/kyc/shown-policy.ts';
import type { LookUp } from '../../../connectors/look-up.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { findEarlierClaim, type Duplicate } from '../../../store/records/claims.ts';
import { networkOf } from '../../../store/records/hospitals.ts';
import { findPolicy, isRecordNumber, type Policy } from '../../../store/records/policies.ts';
import { sourcesToFacts, textFact } from '../common/facts.ts';
import type { StepContext, StepFunction } from '../common/step.ts';
import { hasLines } from './adjudicate-claim.ts';
import { coverToFacts } from './cover-facts.ts';
import { servedPolicy } from './served-policy.ts';
import { chooseRuleSet, hasProduct, readCover } from './cover.ts';
import { keysOf } from './claim-keys.ts';

/** Records that step 4 reads, if a connector serves them. A key that no record can have is not looked up. */
export const claimLookUps = ({ case: given }: Pick<StepContext, 'case'>): readonly LookUp[] => {
  const { policy, hospital } = readClaim(given);
  return [
    ...(isRecordNumber(policy) ? [{ serves: 'policies', key: policy } as const] : []),
    ...(nameKey(hospital) === '' ? [] : [{ serves: 'hospitals', key: hospital } as const]),
  ];
};

const hospitalNetwork = async ({ db, teamId, answers }: StepContext, hospital: string): Promise<Network> => {
  if (answers.hospitals === undefined) return networkOf(db, teamId, hospital);
  const { record } = answers.hospitals;
  if (record === undefined) return 'unlisted';
  return record.inNetwork ? 'in' : 'out';
};

/** Step 4. */
export const queryPolicy: StepFunction = async (context) => {
  const { db, teamId, answers } = context;
  const claim = readClaim(context.case);
  const [policy, network, earlier] = await Promise.all([
    answers.policies === undefined
      ? findPolicy(db, teamId, claim.policy)
      : servedPolicy(db, teamId, answers.policies.record),
    hospitalNetwork(context, claim.hospital),
    keysOf(context).then((keys) => findEarlierClaim(db, teamId, keys)),
  ]);
  const known = policy === undefined ? 'Policy not on file' : `Policy ${policy.number} is ${policy.status}`;
  const cover = await coverOf(context, claim, policy);
  return {
    summary: `${known}; hospital ${NETWORK_WORDS[network]}; ${EARLIER_WORDS[earlier ?? 'none']}${cover === undefined ? '' : coverWords(cover)}.`,
    detail: {
      policy: policy === undefined ? null : shownPolicy(policy),
      network,
      earlier_claim: earlier === 'event',
      overlapping_stay: earlier === 'stay',
      ...(cover !== undefined && { cover }),
      ...sourcesToFacts(answers),
    },
  };
};

/**
 * Returns the cover of the policy's product; undefined if the policy has none, or the claim states no lines
 * to adjudicate.
 */
const coverOf = async (
  context: StepContext,
  claim: Claim,
  policy: Policy | undefined,
): Promise<JsonObject | undefined> => {
  if (!hasProduct(policy) || !hasLines(claim)) return undefined;
  const keys = await keysOf(context);
  const ruleSet = await chooseRuleSet(context, claim, policy);
  return coverToFacts(await readCover(context, { claim, keys }, policy, ruleSet));
};

const coverWords = (cover: JsonObject): string => {
  const ruleSet = cover['rule_set'];
  const { id, version } = (ruleSet ?? {}) as { readonly id?: string; readonly version?: number };
  return `; product ${textFact(cover, 'product')} ${id === undefined ? 'has no rule set in force' : `under ${id}@${version}`}`;
};

const EARLIER_WORDS: Readonly<Record<Duplicate | 'none', string>> = {
  event: 'an earlier claim for the same event',
  stay: 'an earlier claim for an overlapping stay of the patient',
  none: 'no earlier claim for the same event',
};

const NETWORK_WORDS: Readonly<Record<Network, string>> = {
  in: 'in the network',
  out: 'outside the network',
  unlisted: 'not in the network list',
  not_named: 'not named',
};

/** Returns the policy that step 4 found, in the form that the rules read. */
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
