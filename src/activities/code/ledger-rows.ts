import { type JsonObject, type Ledger, type NewEntry } from '../../ledger/index.ts';
import { emitBlocked, isBlocked } from '../../runs/blocked.ts';
import type { Db } from '../../store/db/client.ts';
import { commonFields, type CodeRowContext, type Row } from './row-context.ts';

/** Returns the row for an open sandbox in which no code has run yet. */
export const openRow = (context: CodeRowContext, detail: JsonObject): Row => ({
  ...commonFields(context),
  action: 'sandbox.open',
  governance: 'sandbox.open audited',
  summary: 'A fresh sandbox without network was opened.',
  detail: { sandbox_id: context.sandboxId, ...detail },
});

export const closeRow = (context: CodeRowContext): Row => ({
  ...commonFields(context),
  action: 'sandbox.close',
  governance: 'audited',
  summary: 'The sandbox was closed and is destroyed.',
  detail: { sandbox_id: context.sandboxId },
});

/** Returns the row for a sandbox that was lost before it received its code and is replaced by another. */
export const unusedRow = (context: CodeRowContext): Row => ({
  ...closeRow(context),
  summary: 'The sandbox was lost before any code ran in it; another is opened.',
  detail: { sandbox_id: context.sandboxId, unused: true },
});

/** Returns the row for a sandbox that rejected the code, for example because its files did not fit. */
export const refusedRow = (context: CodeRowContext): Row => ({
  ...closeRow(context),
  summary: 'The sandbox rejected the code, and nothing ran.',
  detail: { sandbox_id: context.sandboxId, refused: true },
});

/** Returns whether the row says that the sandbox refused an earlier attempt. */
export const saysRefused = ({ detail }: Pick<NewEntry, 'detail'>): boolean => detail['refused'] === true;

/** Returns whether the row says that nothing ran in an earlier attempt's sandbox. */
export const saysUnused = ({ detail }: Pick<NewEntry, 'detail'>): boolean => detail['unused'] === true;

/**
 * Stores rows in order, in one batch. An existing row is left unchanged. Rows of blocked connections are stored in one transaction
 * with the events that report them.
 */
export const appendRows = async (
  { db, ledger }: { readonly db: Db; readonly ledger: Ledger },
  rows: readonly Row[],
  firstStep: number,
): Promise<void> => {
  const numbered = rows.map((row, index) => ({ ...row, step: firstStep + index }));
  if (!rows.some(isBlocked)) {
    await Promise.all(numbered.map(async (row) => ledger.append(row)));
    return;
  }
  await db.transaction().execute(async (tx) => {
    for (const row of numbered) await ledger.appendIn(tx, row);
    for (const row of numbered) await emitBlocked(tx, row);
  });
};
