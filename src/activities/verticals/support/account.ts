import type { LookUp } from '../../../connectors/look-up.ts';
import { maskValue } from '../../../governance/mask.ts';
import { readTicket } from '../../../governance/rules/support/ticket.ts';
import { type Account, findAccount } from '../../../store/records/accounts.ts';
import { digestOf, isDigestOf } from '../../../store/records/digest.ts';
import { isRecordNumber } from '../../../store/records/policies.ts';
import { factsOf, reasonsFrom } from '../common/facts.ts';
import type { StepContext } from '../common/step.ts';

/** The account of a ticket, from the table or from the institution's own system. */
export interface TicketAccount extends Pick<Account, 'number' | 'status' | 'failedLogins' | 'emailMasked'> {
  /** Returns whether a PAN or an email address is the one on file. */
  readonly isOnFile: (kind: 'pan' | 'email', value: string) => boolean;
  /** The email address itself, if the account's system gave it. */
  readonly email: string | undefined;
}

/** Returns the account with a number; undefined if there is none. */
export const accountOf = async (
  context: Pick<StepContext, 'db' | 'digestRing' | 'teamId' | 'answers'>,
  number: string,
): Promise<TicketAccount | undefined> => {
  const { db, digestRing, teamId, answers } = context;
  if (answers.accounts !== undefined) {
    const { record } = answers.accounts;
    return (
      record && {
        ...record,
        emailMasked: maskValue('email', record.email),
        isOnFile: (kind, value) => record[kind] === value,
      }
    );
  }
  const account = await findAccount(db, teamId, number);
  if (account === undefined) return undefined;
  const digest = await digestOf(db, digestRing, teamId);
  const keys = { pan: account.panKey, email: account.emailKey };
  return {
    ...account,
    email: undefined,
    isOnFile: (kind, value) => isDigestOf(keys[kind], digest.of(kind, value)),
  };
};

type Given = Pick<StepContext, 'case' | 'facts'>;

/** The account that a ticket names, if a connector serves accounts. */
export const accountLookUps = ({ case: given }: Given): readonly LookUp[] => {
  const { account } = readTicket(given);
  return isRecordNumber(account) ? [{ serves: 'accounts', key: account }] : [];
};

/** The account to which access is restored; undefined if a person decides. */
export const resetLookUps = (given: Given): readonly LookUp[] => {
  const number = factsOf(given, 3)['account'];
  const mayReset = reasonsFrom(factsOf(given, 4)).length === 0;
  return typeof number === 'string' && mayReset ? [{ serves: 'accounts', key: number }] : [];
};
