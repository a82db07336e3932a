import { REMEDIES } from '../../rules/it/fixes.ts';
import type { IncidentFinding } from '../../rules/it/decide.ts';
import type { Assessed } from '../../rules/kyc/assess.ts';
import { billFault } from '../../rules/kyc/bill.ts';
import { exclusionsIn } from '../../rules/kyc/exclusions.ts';
import { namesSpecifiedDisease } from '../../rules/kyc/policy.ts';
import type { Assessment } from '../../rules/support/decide.ts';
import { checkPin, isAddress } from '../../rules/voice/address.ts';
import { readbackAgrees, type Call } from '../../rules/voice/call.ts';
import type { PolicyMatch, Verification } from '../../rules/voice/decide.ts';
import type { Value } from '../expressions.ts';

/** The inputs of a rule set. An undefined one is not stated. */
export type Facts = Readonly<Record<string, Value | undefined>>;

const day = (value: number | undefined): bigint | undefined =>
  value === undefined ? undefined : BigInt(value);

/** Largest amount that cells can multiply. No bill comes near it. */
const MAX_AMOUNT = 10n ** 17n;

/** Limits an absurd amount to 64 bits: it stays above every sum insured, and as round as before. */
const bounded = (amount: bigint): bigint => {
  if (amount > MAX_AMOUNT) return MAX_AMOUNT + (amount % 1_000_000n);
  return amount < -MAX_AMOUNT ? -MAX_AMOUNT : amount;
};

/** Returns the inputs of kyc-rules for a claim. */
export const kycFacts = ({
  claim,
  identity,
  policy,
  network,
  duplicate,
  today,
  adjudication,
}: Assessed): Facts => ({
  unreadable: claim.unreadable,
  rounded: claim.rounded,
  pan: identity.pan,
  aadhaar: identity.aadhaar,
  policy_given: claim.policy !== '',
  policy_known: policy !== undefined,
  policy_status: policy?.status,
  cover_from: day(policy?.coverFrom),
  cover_to: day(policy?.coverTo),
  since: day(policy?.since),
  sum_insured: policy?.sumInsured,
  used: policy?.used,
  has_room_limit: policy?.roomRentLimit !== undefined,
  room_limit: policy?.roomRentLimit,
  room_rent_state: claim.roomRent === undefined ? 'none' : claim.roomRent === null ? 'unreadable' : 'given',
  room_rent: typeof claim.roomRent === 'bigint' ? bounded(claim.roomRent) : undefined,
  network,
  said_network: claim.network === undefined ? 'unsaid' : claim.network ? 'yes' : 'no',
  has_admission: claim.admission !== undefined,
  admission: day(claim.admission),
  discharge_given: claim.dischargeGiven,
  has_discharge: claim.discharge !== undefined,
  discharge: day(claim.discharge),
  has_amount: claim.amount !== undefined,
  amount: claim.amount === undefined ? undefined : bounded(claim.amount),
  bill_fault:
    claim.amount === undefined || claim.amount <= 0n ? '' : (billFault(claim.items, claim.amount) ?? ''),
  accident: claim.accident,
  specified_disease: namesSpecifiedDisease(claim),
  excluded: exclusionsIn(claim),
  duplicate: duplicate ?? 'none',
  today: day(today),
  adjudicated: adjudication !== undefined,
  adjudication_codes: [...new Set((adjudication ?? []).map(({ code }) => code))],
});

/** Returns the inputs of it-rules for an incident. */
export const itFacts = (finding: IncidentFinding): Facts => {
  const { cause } = finding;
  return {
    unreadable: finding.unreadable,
    rounded: finding.rounded,
    host_ok: finding.hostOk,
    host_given: finding.hostGiven,
    symptom_given: finding.symptomGiven,
    severity: finding.severity,
    cause: cause ?? '',
    confidence: BigInt(Math.round(finding.confidence * 100)),
    contradicted: finding.contradicted,
    reading: cause === null ? undefined : REMEDIES[cause].reading.name,
    tried_before: finding.triedBefore,
    fix_touches: cause === null ? undefined : (REMEDIES[cause].fix?.touches ?? 'no_fix'),
  };
};

/** Returns the inputs of support-rules for a ticket. */
export const supportFacts = (given: Assessment): Facts => ({
  unreadable: given.unreadable,
  rounded: given.rounded,
  intent: given.intent,
  pan: given.pan,
  pan_well_formed: given.panWellFormed,
  email: given.email,
  account_given: given.accountGiven,
  account: given.account ?? '',
  recent_resets: BigInt(given.recentResets),
});

/** Returns the inputs of voice-rules for a call. */
export const voiceFacts = (call: Call, verification: Verification, policy: PolicyMatch): Facts => ({
  verification,
  policy,
  unreadable: call.unreadable,
  rounded: call.rounded,
  address_given: call.address !== '',
  address_ok: isAddress(call.address),
  pin: checkPin(call.address),
  readback_agrees: readbackAgrees(call),
  confirmed: call.confirmed,
});
