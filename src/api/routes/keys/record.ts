import type { Transaction } from 'kysely';
import type { Database } from '../../../store/db/schema.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import type { KeyRecord } from '../../../store/keys/store.ts';
import { actorOf, type Ledger } from '../../../ledger/index.ts';

const words = {
  'key.issue': 'An API key was issued',
  'key.rotate': 'An API key was issued in place of another',
  'key.revoke': 'An API key was revoked',
} as const;

/**
 * Records an action on a key in the team's ledger, in the same transaction as the action and with the key's id as ledger_ref. The
 * row contains only names and scopes. Revoking a key twice is recorded once.
 */
export const recordKeyAction = async (
  ledger: Ledger,
  tx: Transaction<Database>,
  caller: Caller,
  {
    action,
    key,
    replaces,
  }: { readonly action: keyof typeof words; readonly key: KeyRecord; readonly replaces?: string },
): Promise<void> => {
  await ledger.appendIn(tx, {
    teamId: caller.teamId,
    ledgerRef: key.id,
    step: action === 'key.revoke' ? 2 : 1,
    action,
    governance: 'recorded',
    summary: `${words[action]}: ${key.prefix}`,
    detail: { scopes: key.scopes, ...(replaces !== undefined && { replaces }) },
    actor: actorOf(caller),
  });
};
