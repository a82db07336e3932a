import type { RuleSet } from '../../../contract/rule-set.ts';
import { refusingRounded } from './exact.ts';
import { finding, ruleSet } from './rows.ts';

const caller = (state: string, code: string, detail: string) =>
  finding(state, [`verification == '${state}'`], code, detail);

/** voice-rules@2 as data. src/governance/rules/voice reads the call; this rule set decides by the result. */
export const VOICE_2: RuleSet = ruleSet({
  id: 'voice-rules',
  version: 2,
  title: 'Inbound call handling',
  basis: 'run_day',
  inputs: {
    verification: 'string',
    policy: 'string',
    unreadable: 'list<string>',
    address_given: 'bool',
    address_ok: 'bool',
    pin: 'string',
    readback_agrees: 'bool',
    confirmed: 'bool',
  },
  params: { most_tries: 3 },
  tables: {
    verification: [
      caller('phone_missing', 'VOX-PHONE', "'no phone number was given'"),
      caller('phone_unreadable', 'VOX-PHONE', "'the phone number is not an Indian mobile number'"),
      caller('unknown_caller', 'VOX-CALLER', "'no caller on file has this phone number'"),
      caller('code_missing', 'VOX-CODE', "'no one-time code was given'"),
      caller('code_wrong', 'VOX-CODE', "'the one-time code is wrong'"),
      caller('code_expired', 'VOX-CODE-EXPIRED', "'the one-time code has expired'"),
      caller('code_used', 'VOX-CODE-USED', "'the one-time code was used in another call'"),
      caller(
        'too_many_tries',
        'VOX-TRIES',
        "'more than ' + string(most_tries) + ' wrong codes for this number'",
      ),
    ],
    policy: [
      finding('not_given', ["policy == 'not_given'"], 'VOX-POLICY', "'no policy number was given'"),
      finding('unknown', ["policy == 'unknown'"], 'VOX-POLICY', "'no policy has this number'"),
      finding(
        'not_the_callers',
        ["policy == 'not_the_callers'"],
        'VOX-POLICY',
        "'the policy does not belong to this phone number'",
      ),
    ],
    address: [
      finding(
        'unreadable',
        ['size(unreadable) > 0'],
        'VOX-UNREADABLE',
        "'given but cannot be read: ' + join(unreadable, ', ')",
      ),
      finding(
        'length',
        ['address_given', '!address_ok'],
        'VOX-ADDRESS',
        "'the new address is too short or too long'",
      ),
      finding(
        'no_pin',
        ['address_given', "pin == 'missing'"],
        'VOX-PIN',
        "'the new address has no PIN code'",
      ),
      finding(
        'other_state',
        ['address_given', "pin == 'wrong_state'"],
        'VOX-PIN',
        "'the PIN code of the new address belongs to another state'",
      ),
      finding(
        'read_back',
        ['address_given', '!readback_agrees'],
        'VOX-READBACK',
        "'the address read back differs from the new address'",
      ),
      finding(
        'not_confirmed',
        ['address_given', 'readback_agrees', '!confirmed'],
        'VOX-READBACK',
        "'the caller did not confirm the read-back'",
      ),
    ],
  },
  tests: [
    {
      name: 'A wrong code is handed to a person',
      given: { verification: 'code_wrong', policy: 'own', unreadable: [], address_given: false },
      expect: { codes: ['VOX-CODE'] },
    },
  ],
});

/** voice-rules@3: like voice-rules@2, but without numbers that may have been rounded. */
export const VOICE: RuleSet = refusingRounded(VOICE_2, 'VOX-UNREADABLE');
