import { textOf, type Case } from '../../members.ts';
import { intentOf, type Intent } from './intent.ts';

/** A support ticket as the rules read it; '' stands for missing. */
export interface SupportTicket {
  /** PAN in capitals; ten characters if well formed. */
  readonly pan: string;
  /** Email address in lower case. */
  readonly email: string;
  /** Account in capitals. */
  readonly account: string;
  readonly intent: Intent;
}

/** Reads a free-form ticket. A customer may be identified by an email address. */
export const readTicket = (given: Case): SupportTicket => {
  const customer = textOf(given, 'customer');
  const email = textOf(given, 'email') || (customer.includes('@') ? customer : '');
  return {
    pan: textOf(given, 'pan').toUpperCase().replaceAll(/[\s-]/g, ''),
    email: email.toLowerCase(),
    account: textOf(given, 'account').toUpperCase().replaceAll(/\s/g, ''),
    intent: intentOf(textOf(given, 'issue', 'description')),
  };
};
