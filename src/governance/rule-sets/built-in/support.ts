import type { RuleSet } from '../../../contract/rule-set.ts';
import { refusingRounded } from './exact.ts';
import { finding, ruleSet } from './rows.ts';

const intent = (name: string, detail: string) =>
  finding(name, [`intent == '${name}'`], 'SUP-INTENT', `'${detail}'`);

/**
 * support-rules@2 as data. src/governance/rules/support reads the ticket; this rule set decides by the
 * result.
 */
export const SUPPORT_2: RuleSet = ruleSet({
  id: 'support-rules',
  version: 2,
  title: 'Customer support ticket',
  basis: 'run_day',
  inputs: {
    unreadable: 'list<string>',
    intent: 'string',
    pan: 'string',
    pan_well_formed: 'bool',
    email: 'string',
    account_given: 'bool',
    account: 'string',
    recent_resets: 'int',
  },
  params: { most_resets: 5, reset_days: 30 },
  tables: {
    unreadable: [
      finding(
        'members',
        ['size(unreadable) > 0'],
        'SUP-UNREADABLE',
        "'given but cannot be read: ' + join(unreadable, ', ')",
      ),
    ],
    intent: [
      intent('fraud_report', 'the ticket reports fraud'),
      intent('change_of_details', 'the support policy does not cover a change of details on file'),
      intent('closure', 'the support policy does not cover closing an account'),
      intent('complaint', 'a person has to answer a complaint'),
      intent('money', 'the support policy does not cover money matters'),
      intent('other', 'the ticket asks for nothing that the support policy covers'),
      intent('none', 'no issue was given'),
    ],
    identity: [
      finding('no_pan', ["pan == 'not_given'"], 'SUP-PAN', "'no PAN was given'"),
      finding(
        'bad_pan',
        ["pan != 'not_given'", '!pan_well_formed'],
        'SUP-PAN',
        "'the PAN has the wrong form'",
      ),
    ],
    account: [
      finding('unknown', ["account == ''", 'account_given'], 'SUP-ACCOUNT', "'no account has this number'"),
      finding('missing', ["account == ''", '!account_given'], 'SUP-ACCOUNT', "'no account number was given'"),
      finding(
        'differs',
        ["account != ''", "(pan_well_formed && pan == 'differs') || email == 'differs'"],
        'SUP-MATCH',
        "(pan_well_formed && pan == 'differs' ? (email == 'differs' ? 'PAN and email' : 'PAN') : 'email') + ' not matching the details on file'",
      ),
      finding(
        'fraud_hold',
        ["account == 'fraud_hold'"],
        'SUP-FRAUD',
        "'the account is on hold for suspected fraud'",
      ),
      finding('closed', ["account == 'closed'"], 'SUP-CLOSED', "'the account is closed'"),
      finding(
        'resets',
        ["account != ''", 'recent_resets > most_resets'],
        'SUP-RESETS',
        "string(recent_resets) + ' resets in the last ' + string(reset_days) + ' days'",
      ),
    ],
  },
  tests: [
    {
      name: 'An account on hold for fraud is handed to a person',
      given: {
        unreadable: [],
        intent: 'access_reset',
        pan: 'match',
        pan_well_formed: true,
        email: 'not_given',
        account_given: true,
        account: 'fraud_hold',
        recent_resets: 0,
      },
      expect: { codes: ['SUP-FRAUD'] },
    },
  ],
});

/** support-rules@3: like support-rules@2, but without numbers that may have been rounded. */
export const SUPPORT: RuleSet = refusingRounded(SUPPORT_2, 'SUP-UNREADABLE');
