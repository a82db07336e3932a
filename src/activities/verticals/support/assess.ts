import { type Assessment, type Match } from '../../../governance/rules/support/decide.ts';
import { supportReasonsUnder } from '../../../governance/rule-sets/verticals/support.ts';
import type { Intent } from '../../../governance/rules/support/intent.ts';
import { readTicket } from '../../../governance/rules/support/ticket.ts';
import { support } from '../../../governance/verticals/support.ts';
import { codesOf, factsOf, reasonsToFacts, textFact } from '../common/facts.ts';
import { nameOf, rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction } from '../common/step.ts';

/** Step 1. */
export const readIntent: StepFunction = async ({ case: given }) => {
  const { intent, issueLength } = readTicket(given);
  return {
    summary: `Intent of the ticket: ${intent.replaceAll('_', ' ')}.`,
    detail: { intent, issue_characters: issueLength },
  };
};

/** Returns the rules' inputs for a ticket, from the case and the facts of the earlier steps. */
export const assessmentFrom = (context: Pick<StepContext, 'case' | 'facts'>): Assessment => {
  const identity = factsOf(context, 2);
  const account = factsOf(context, 3);
  const ticket = readTicket(context.case);
  return {
    intent: factsOf(context, 1)['intent'] as Intent,
    panWellFormed: identity['pan_well_formed'] === true,
    pan: identity['pan'] as Match,
    email: identity['email'] as Match,
    accountGiven: account['account_given'] === true,
    account: account['status'] as Assessment['account'],
    recentResets: Number(account['recent_resets']),
    unreadable: ticket.unreadable,
    rounded: ticket.rounded,
  };
};

/**
 * Step 4. Decides whether access may be restored without a person, under the rule set in force, which it pins. A retry of a later
 * step relies on this row only.
 */
export const assessLockout: StepFunction = async (context) => {
  const { compiled, pin } = await rulesOf(context, support);
  const reasons = [...supportReasonsUnder(compiled, assessmentFrom(context)), ...context.documents.reasons];
  const status = textFact(factsOf(context, 3), 'status');
  const state = status === '' ? 'unknown account' : `account ${status.replace('_', ' ')}`;
  return {
    summary:
      reasons.length === 0
        ? `Lockout assessed (${state}): access may be restored under ${nameOf(pin)}.`
        : `Lockout assessed (${state}): a person has to decide${codesOf(reasons)}.`,
    detail: {
      rules: nameOf(pin),
      decided_under: { ...pin },
      may_reset: reasons.length === 0,
      reasons: reasonsToFacts(reasons),
    },
  };
};
