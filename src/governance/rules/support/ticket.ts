import { readMember, textOf, unreadableIn, type Case, type MemberUse } from '../../members.ts';
import { normalise } from '../../text/reading.ts';
import { roundedIn } from '../rounded.ts';
import { intentOf, type Intent } from './intent.ts';

/** A support ticket in the form that the rules use; '' means that a value is missing. */
export interface SupportTicket {
  /** PAN in upper case; ten characters if well formed. */
  readonly pan: string;
  /** Email address in lower case. */
  readonly email: string;
  /** Account in upper case. */
  readonly account: string;
  readonly intent: Intent;
  /** Length of the customer's text. */
  readonly issueLength: number;
  /** Names of members that were given but cannot be read. */
  readonly unreadable: readonly string[];
  /** Names of members that are numbers which may have been rounded. */
  readonly rounded: readonly string[];
}

/** Maximum length of an issue to read. A longer one is handed to a person. */
const MAX_ISSUE = 64_000;

/** Members that the rules use, and how. */
const USES: Readonly<Record<string, MemberUse>> = {
  id: 'text',
  customer: 'text',
  pan: 'text',
  email: 'text',
  account: 'text',
};
const ISSUE = ['issue', 'description'] as const;

/** Reads a free-form ticket. A customer may be identified by an email address. */
export const readTicket = (given: Case): SupportTicket => {
  const customer = textOf(given, 'customer');
  const issue = ISSUE.map((name) => readMember(given, name, MAX_ISSUE));
  const text = issue.flatMap((member) => (member.state === 'value' ? [member.written] : [])).join('\n');
  const email = textOf(given, 'email') || (customer.includes('@') ? customer : '');
  return {
    pan: textOf(given, 'pan').toUpperCase().replaceAll(/[\s-]/g, ''),
    email: email.toLowerCase(),
    account: textOf(given, 'account').toUpperCase().replaceAll(/\s/g, ''),
    intent: intentOf(normalise(text)),
    issueLength: text.length,
    unreadable: [
      ...unreadableIn(given, USES),
      ...ISSUE.filter((_, index) => issue[index]?.state === 'unreadable'),
    ],
    rounded: roundedIn(given, Object.keys(USES)),
  };
};
