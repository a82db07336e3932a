import { maskValue } from '../../../governance/mask.ts';
import { isPan, panHolder } from '../../../governance/identifiers/pan.ts';
import { writtenOf } from '../../../governance/members.ts';
import { readTicket } from '../../../governance/rules/support/ticket.ts';
import { type Match, RESET_WINDOW_DAYS } from '../../../governance/rules/support/decide.ts';
import { keyText } from '../../../governance/text/plain.ts';
import { countResets } from '../../../store/records/accounts.ts';
import { type Digest, type RecordDigest, digestOf } from '../../../store/records/digest.ts';
import { inWords, sourcesToFacts, count } from '../common/facts.ts';
import type { StepContext, StepFunction } from '../common/step.ts';
import { accountOf } from './account.ts';

/**
 * Returns the key that identifies this run's ticket. A ticket without a number differs from every other
 * ticket.
 */
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
