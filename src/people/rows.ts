import type { Transaction } from 'kysely';
import { newId, newLedgerRef } from '../ids.ts';
import { byService, type Ledger, type RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { hashToken } from './token.ts';

const words = {
  'person.added': 'A person was added',
  'person.role_changed': "A person's roles were changed",
  'person.deactivated': 'A person was deactivated',
  'person.reactivated': 'A person was reactivated',
  'person.link_made': 'A sign-in link was made for a person',
  'person.signed_in': 'A person signed in',
  'person.signed_out': "A person's session was ended",
  'person.link_refused': 'A sign-in link was refused',
  'person.sign_in_refused': 'A sign-in was refused',
} as const;

/** The command line, which acts with the rights of whoever runs it. */
export const commandLine = byService('command-line');

export interface PersonAct {
  readonly teamId: string;
  /** The person acted on; undefined for somebody who is not a person of any team. */
  readonly personId: string | undefined;
  readonly action: keyof typeof words;
  readonly detail: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
  readonly actor: RowActor;
  /** A secret that stands for the attempt: a second attempt with it is not recorded again. */
  readonly once?: string;
}

/**
 * Records an act on a person in the team's ledger, in the transaction of the act, with the person's id as its ledger_ref. Rows
 * contain ids, roles and initials, and never a name, a link or a token.
 */
export const recordPersonAct = async (
  ledger: Ledger,
  tx: Transaction<Database>,
  { teamId, personId, action, detail, actor, once }: PersonAct,
): Promise<void> => {
  const mark = once === undefined ? undefined : hashToken(once).toString('hex').slice(0, 32);
  const ledgerRef = personId ?? (mark === undefined ? newLedgerRef('refuse') : `refuse-${mark}`);
  const refused = action.endsWith('_refused');
  await ledger.appendIn(tx, {
    teamId,
    ledgerRef,
    step: 1,
    idemKey: `${ledgerRef}/${mark ?? newId('act')}`,
    action,
    governance: refused ? 'blocked' : 'recorded',
    summary: words[action],
    detail: { ...detail, ...(refused && { blocked: true }) },
    actor,
  });
};
