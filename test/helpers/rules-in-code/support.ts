/**
 * The rules for a ticket as code, written independently of the rule set support-rules. Tests compare the two:
 * they must decide every case alike.
 */
import { unreadableReasons, type Reason } from '../../../src/governance/rules/reason.ts';
import { RESET_WINDOW_DAYS, type Assessment } from '../../../src/governance/rules/support/decide.ts';
import type { Intent } from '../../../src/governance/rules/support/intent.ts';

/** Maximum number of times that other tickets may have reset an account in the last 30 days for one more reset to be allowed. */
const MAX_RESETS = 5;

const INTENT_WORDS: Readonly<Record<Exclude<Intent, 'access_reset'>, string>> = {
  fraud_report: 'the ticket reports fraud',
  change_of_details: 'the support policy does not cover a change of details on file',
  closure: 'the support policy does not cover closing an account',
  complaint: 'a person has to answer a complaint',
  money: 'the support policy does not cover money matters',
  other: 'the ticket asks for nothing that the support policy covers',
  none: 'no issue was given',
};

/** Returns all findings under support-rules@2 in the order of docs/rules.md. If there are none, access is restored. */
export const supportReasons = (given: Assessment): readonly Reason[] => {
  const reasons: Reason[] = [...unreadableReasons('SUP-UNREADABLE', given.unreadable)];
  const add = (code: string, detail: string) => reasons.push({ code, detail });
  if (given.intent !== 'access_reset') add('SUP-INTENT', INTENT_WORDS[given.intent]);
  if (given.pan === 'not_given') add('SUP-PAN', 'no PAN was given');
  else if (!given.panWellFormed) add('SUP-PAN', 'the PAN has the wrong form');
  if (given.account === null) {
    add('SUP-ACCOUNT', given.accountGiven ? 'no account has this number' : 'no account number was given');
    return reasons;
  }
  const differing = [
    ...(given.panWellFormed && given.pan === 'differs' ? ['PAN'] : []),
    ...(given.email === 'differs' ? ['email'] : []),
  ];
  if (differing.length > 0) add('SUP-MATCH', `${differing.join(' and ')} not matching the details on file`);
  if (given.account === 'fraud_hold') add('SUP-FRAUD', 'the account is on hold for suspected fraud');
  if (given.account === 'closed') add('SUP-CLOSED', 'the account is closed');
  if (given.recentResets > MAX_RESETS)
    add('SUP-RESETS', `${given.recentResets} resets in the last ${RESET_WINDOW_DAYS} days`);
  return reasons;
};
