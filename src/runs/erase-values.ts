import { type Transaction, sql, type Kysely } from 'kysely';
import { forgetTexts } from '../events/forget.ts';
import { newLedgerRef, VAULTED_REF } from '../ids.ts';
import type { Entry, Ledger } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { lockValues } from '../store/vault/vault.ts';
import type { Erasure } from './erase.ts';

/** Key id of the vault row that is stored in place of a case, for agent tasks and analyses, which do not have one. */
const NO_KEY = '';
/** Erases everything that is stored under one ref. */
export const eraseOne = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { teamId, ref, reason, actor }: Erasure,
): Promise<Entry | undefined> => {
  // Waits until values that are being stored have been committed. Values stored later wait for this transaction, and are then
  // stored as already erased (sql/0022).
  await lockValues(tx, ref);
  const stored = await tx
    .selectFrom('case_vault')
    .select(['ref', 'key_id'])
    .where('team_id', '=', teamId)
    .where((where) =>
      where.or([where('ref', '=', ref), where(sql<boolean>`starts_with(ref, ${`${ref}/`})`, '=', true)]),
    )
    .forUpdate()
    .execute();
  // Also erases the messages exchanged with a model about this case.
  const { numUpdatedRows: messages } = await tx
    .updateTable('agent_messages')
    .set({ wrapped_key: null, sealed: null })
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ref)
    .executeTakeFirstOrThrow();
  const values = stored.filter(({ key_id }) => key_id !== NO_KEY).length + Number(messages);
  if (values === 0 && !(await isInLedger(tx, teamId, ref))) return undefined;
  const refs = stored.map((row) => row.ref);
  await tx
    .updateTable('case_vault')
    .set({ wrapped_key: null, sealed: null, erased_at: sql<Date>`coalesce(erased_at, now())` })
    .where('team_id', '=', teamId)
    .where('ref', '=', sql<string>`ANY (${refs})`)
    .execute();
  // With this row in place, values that work in progress still stores are erased from the start.
  await tx
    .insertInto('case_vault')
    .values({
      ref,
      team_id: teamId,
      key_id: NO_KEY,
      wrapped_key: null,
      sealed: null,
      erased_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .execute();
  await forgetTexts(tx, { teamId, ledgerRef: ref });
  await forgetLabels(tx, teamId, ref);
  await forgetCalls(tx, teamId, ref);
  await deleteRecordsOfRun(tx, teamId, ref);
  const { entry } = await ledger.appendIn(tx, {
    teamId,
    ledgerRef: newLedgerRef('erase'),
    step: 1,
    action: 'case.erase',
    governance: 'recorded',
    summary: 'The key of a stored case was destroyed; nobody can open the case again.',
    detail: { erased_ref: ref, values, reason },
    idemKey: `erase/${ref}`,
    actor,
  });
  return entry;
};

/** Removes an agent run's tags and the names of its files, because even masked they concern a person. */
const forgetLabels = async (tx: Transaction<Database>, teamId: string, ref: string): Promise<void> => {
  const own = { team_id: teamId, ledger_ref: ref };
  await tx
    .updateTable('agent_files')
    .set({ name: '' })
    .where((where) => where.and(own))
    .execute();
  await tx
    .updateTable('agent_runs')
    .set({ tags: [] })
    .where((where) => where.and(own))
    .execute();
};

/**
 * Removes the calls that a model proposed from their reviews, because even masked they concern a person. The
 * digest stays.
 */
const forgetCalls = async (tx: Transaction<Database>, teamId: string, ref: string): Promise<void> => {
  await tx
    .updateTable('reviews')
    .set({ evidence: JSON.stringify({ erased: true }) })
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ref)
    .where('kind', 'in', ['tool_call', 'operator'])
    .execute();
};

/** Deletes the records that a run of a team's vertical wrote, because they contain parts of the case. */
const deleteRecordsOfRun = async (tx: Transaction<Database>, teamId: string, ref: string): Promise<void> => {
  await tx
    .deleteFrom('own_records')
    .where('team_id', '=', teamId)
    .where('run_id', 'in', (from) =>
      from.selectFrom('runs').select('id').where('team_id', '=', teamId).where('ledger_ref', '=', ref),
    )
    .execute();
};

/** Returns whether the ledger has rows for work whose case was stored under this ref. */
const isInLedger = async (tx: Kysely<Database>, teamId: string, ref: string): Promise<boolean> => {
  if (!VAULTED_REF.test(ref)) return false;
  const row = await tx
    .selectFrom('agent_actions')
    .select('seq')
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ref)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
