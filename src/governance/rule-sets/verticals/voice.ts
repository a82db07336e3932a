import { isAddress } from '../../rules/voice/address.ts';
import { type Call, readCall } from '../../rules/voice/call.ts';
import {
  ELSEWHERE,
  policyReasons,
  type PolicyMatch,
  verificationReasons,
  type Verification,
} from '../../rules/voice/decide.ts';
import type { Reason } from '../../rules/reason.ts';
import { voiceFacts } from '../built-in/facts.ts';
import type { CompiledRuleSet } from '../compile.ts';
import { decideFacts, reasonsBeside } from './decide.ts';

/** A call without a request. It stands in for the members that later steps will read. */
const NOTHING_ASKED = readCall({});

/** Returns why a caller is not served. No rule set can serve a caller who is not verified. */
export const verificationReasonsUnder = (
  compiled: CompiledRuleSet,
  state: Verification,
): readonly Reason[] => {
  const { reasons } = decideFacts(compiled, voiceFacts(NOTHING_ASKED, state, 'own'));
  return reasons.length > 0 ? reasons : verificationReasons(state);
};

/** Returns why a verified caller gets no answer about a policy. No rule set can answer about a policy of somebody else. */
export const policyReasonsUnder = (compiled: CompiledRuleSet, match: PolicyMatch): readonly Reason[] => {
  const before = verificationReasonsUnder(compiled, 'verified');
  const { reasons } = decideFacts(compiled, voiceFacts(NOTHING_ASKED, 'verified', match));
  const found = reasonsBeside(reasons, before);
  return found.length > 0 ? found : policyReasons(match);
};

export interface CallSoFar {
  readonly verification: Verification;
  /** `own` if no policy was looked up. */
  readonly match: PolicyMatch;
  /** Reasons that earlier steps found. */
  readonly before: readonly Reason[];
  /** Whether the caller is kept in the institution's own system, which this service only reads. */
  readonly isElsewhere: boolean;
}

/**
 * Returns why a call changes nothing, beyond the findings of earlier steps. No rule set can store an address
 * that is kept elsewhere or is malformed.
 */
export const addressReasonsUnder = (
  compiled: CompiledRuleSet,
  call: Call,
  { verification, match, before, isElsewhere }: CallSoFar,
): readonly Reason[] => {
  const { reasons } = decideFacts(compiled, voiceFacts(call, verification, match));
  const found = reasonsBeside(reasons, before);
  if (call.address === '') return found;
  if (isElsewhere) {
    // Inserted where the published rules list it, after the members that cannot be read.
    const at = found[0]?.code === 'VOX-UNREADABLE' ? 1 : 0;
    return found.toSpliced(at, 0, ELSEWHERE);
  }
  return found.length > 0 || isAddress(call.address)
    ? found
    : [{ code: 'VOX-ADDRESS', detail: 'the new address is too short or too long' }];
};
