import type { Kysely, Transaction } from 'kysely';
import type { Ledger, NewEntry } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { emit } from '../store/outbox/emit.ts';

type Row = Pick<NewEntry, 'teamId' | 'ledgerRef' | 'step' | 'action' | 'detail' | 'idemKey'>;

/** Reports a row to webhooks if it records a blocked connection, in the transaction that appends it. Does nothing for other rows. */
export const emitBlocked = async (tx: Transaction<Database>, row: Row): Promise<void> => {
  if (!isBlocked(row)) return;
  const { teamId, ledgerRef, step, idemKey = `${ledgerRef}/${step}` } = row;
  await emit(tx, {
    teamId,
    type: 'egress.blocked',
    subject: ledgerRef,
    key: idemKey,
    ids: { ledger_ref: ledgerRef },
  });
};

/** Returns whether a row records a blocked connection. */
export const isBlocked = ({ action, detail }: Pick<Row, 'action' | 'detail'>): boolean =>
  action === 'egress.block' && detail['blocked'] === true;

/** Appends a row and, if it records a blocked connection, its event in one transaction. */
export const appendBlocked = async (
  { db, ledger }: { readonly db: Kysely<Database>; readonly ledger: Pick<Ledger, 'appendIn'> },
  row: NewEntry,
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await ledger.appendIn(tx, row);
    await emitBlocked(tx, row);
  });
};
