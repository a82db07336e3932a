import type { Reason } from '../reason.ts';

/** Number of wrong codes for a phone number, over all calls, after which no further code is checked. */
export const MAX_TRIES = 3;

export type Verification =
  | 'verified'
  | 'phone_missing'
  | 'phone_unreadable'
  | 'unknown_caller'
  | 'code_missing'
  | 'code_wrong'
  | 'code_expired'
  | 'code_used'
  | 'too_many_tries';

const VERIFICATION_REASONS: Readonly<Record<Exclude<Verification, 'verified'>, Reason>> = {
  phone_missing: { code: 'VOX-PHONE', detail: 'no phone number was given' },
  phone_unreadable: { code: 'VOX-PHONE', detail: 'the phone number is not an Indian mobile number' },
  unknown_caller: { code: 'VOX-CALLER', detail: 'no caller on file has this phone number' },
  code_missing: { code: 'VOX-CODE', detail: 'no one-time code was given' },
  code_wrong: { code: 'VOX-CODE', detail: 'the one-time code is wrong' },
  code_expired: { code: 'VOX-CODE-EXPIRED', detail: 'the one-time code has expired' },
  code_used: { code: 'VOX-CODE-USED', detail: 'the one-time code was used in another call' },
  too_many_tries: { code: 'VOX-TRIES', detail: `more than ${MAX_TRIES} wrong codes for this number` },
};

export const verificationReasons = (state: Verification): readonly Reason[] =>
  state === 'verified' ? [] : [VERIFICATION_REASONS[state]];

/** Result of looking up the policy that the caller names with db.query. */
export type PolicyMatch = 'own' | 'not_given' | 'unknown' | 'not_the_callers';

const POLICY_WORDS: Readonly<Record<Exclude<PolicyMatch, 'own'>, string>> = {
  not_given: 'no policy number was given',
  unknown: 'no policy has this number',
  not_the_callers: 'the policy does not belong to this phone number',
};

export const policyReasons = (match: PolicyMatch): readonly Reason[] =>
  match === 'own' ? [] : [{ code: 'VOX-POLICY', detail: POLICY_WORDS[match] }];

/** Why the address of a caller in the institution's own system is not changed. */
export const ELSEWHERE: Reason = {
  code: 'VOX-ADDRESS',
  detail: 'addresses are kept in your own system, so a person changes it there',
};
