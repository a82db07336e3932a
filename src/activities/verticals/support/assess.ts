import { isPan, panHolder } from '../../../governance/identifiers/pan.ts';
import { maskValue } from '../../../governance/mask.ts';
import { writtenOf } from '../../../governance/members.ts';
import { keyText } from '../../../governance/text/plain.ts';
import { RESET_WINDOW_DAYS, type Assessment, type Match } from '../../../governance/rules/support/decide.ts';
import { supportReasonsUnder } from '../../../governance/rule-sets/verticals/support.ts';
import type { Intent } from '../../../governance/rules/support/intent.ts';
import { readTicket } from '../../../governance/rules/support/ticket.ts';
import { support } from '../../../governance/verticals/support.ts';
import { countResets } from '../../../store/records/accounts.ts';
import { type Digest, digestOf, type RecordDigest } from '../../../store/records/digest.ts';
import {
  codesOf,
  count,
  factsOf,
  reasonsToFacts,
  sourcesToFacts,
  textFact,
  inWords,
} from '../common/facts.ts';
import { nameOf, rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction } from '../common/step.ts';
import { accountOf } from './account.ts';

/** Returns the key that identifies this run's ticket. A ticket without a number is different from every other ticket. */
export const ticketKeyOf = async ({
  db,
  digestRing,
  teamId,
  runId,
  case: given,
}: StepContext): Promise<{ readonly digest: Digest; readonly ticketKey: RecordDigest }> => {
  const digest = await digestOf(db, digestRing, teamId);
  return { digest, ticketKey: digest.of('ticket', `support ${keyText(writtenOf(given, 'id')) || runId}`) };
};

/** Step 1. */
export const readIntent: StepFunction = async ({ case: given }) => {
  const { intent, issueLength } = readTicket(given);
  return {
    summary: `Intent of the ticket: ${intent.replaceAll('_', ' ')}.`,
    detail: { intent, issue_characters: issueLength },
  };
};

/** Step 2. */
export const matchIdentity: StepFunction = async (context) => {
  const ticket = readTicket(context.case);
  const account = await accountOf(context, ticket.account);
  const wellFormed = isPan(ticket.pan) && panHolder(ticket.pan) !== undefined;
  const matched = (value: string, kind: 'pan' | 'email'): Match => {
    if (value === '') return 'not_given';
    if (account === undefined) return 'not_compared';
    return account.isOnFile(kind, value) ? 'match' : 'differs';
  };
  const pan = matched(ticket.pan, 'pan');
  const email = matched(ticket.email, 'email');
  return {
    summary: `PAN ${wellFormed ? '' : 'of wrong form, '}${inWords(pan)}; email ${inWords(email)}.`,
    detail: {
      pan,
      pan_well_formed: wellFormed,
      pan_masked: wellFormed ? maskValue('pan', ticket.pan) : null,
      email,
      email_masked: account !== undefined && email === 'match' ? account.emailMasked : null,
      ...sourcesToFacts(context.answers),
    },
  };
};

/** Step 3. */
export const lookUpAccount: StepFunction = async (context) => {
  const { db, teamId, now } = context;
  const { account: number } = readTicket(context.case);
  const account = await accountOf(context, number);
  const resets =
    account === undefined
      ? 0
      : await countResets(db, teamId, account.number, {
          since: new Date(now.getTime() - RESET_WINDOW_DAYS * 86_400_000),
          otherThan: (await ticketKeyOf(context)).ticketKey,
        });
  return {
    summary:
      account === undefined
        ? 'Account not on file.'
        : `Account ${account.number} is ${account.status.replace('_', ' ')}; ${count(resets, 'recent reset')} by other tickets.`,
    detail: {
      account_given: number !== '',
      account: account?.number ?? null,
      status: account?.status ?? null,
      failed_logins: account?.failedLogins ?? null,
      recent_resets: resets,
      ...sourcesToFacts(context.answers),
    },
  };
};

/** Returns what the rules consider of a ticket, from the case and the facts of the earlier steps. */
export const assessmentFrom = (context: Pick<StepContext, 'case' | 'facts'>): Assessment => {
  const identity = factsOf(context, 2);
  const account = factsOf(context, 3);
  return {
    intent: factsOf(context, 1)['intent'] as Intent,
    panWellFormed: identity['pan_well_formed'] === true,
    pan: identity['pan'] as Match,
    email: identity['email'] as Match,
    accountGiven: account['account_given'] === true,
    account: account['status'] as Assessment['account'],
    recentResets: Number(account['recent_resets']),
    unreadable: readTicket(context.case).unreadable,
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
