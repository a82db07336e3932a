import { type Kysely, sql } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { newLedgerRef } from '../../ids.ts';
import { hintOf } from './notifications.ts';
import { type SealedValue, sealedRow } from '../../store/vault/vault.ts';

/**
 * Stores submitted code sealed, and that the engine has yet to take its run, and tells a host, in one statement: the host
 * hears of it when it is committed.
 * @param start what its workflow is started with, beside team and ledger_ref
 * @param host the one that is to begin; none when left out
 * @returns its ledger_ref, which names the run from now on
 */
export const storeCode = async (
  db: Kysely<Database>,
  ring: KeyRing,
  {
    teamId,
    code,
    start,
    host,
  }: {
    readonly teamId: string;
    readonly code: SealedValue;
    readonly start: object;
    readonly host?: string | undefined;
  },
): Promise<string> => {
  const ref = newLedgerRef('run');
  const input = { ...start, team_id: teamId, ledger_ref: ref };
  const hint = host === undefined ? undefined : hintOf(ring, { host, input, submitted: code });
  await db
    .with('code', (query) =>
      query.insertInto('case_vault').values(sealedRow(ring, { teamId, ref, value: code })),
    )
    .insertInto('code_run_starts')
    .values({ ledger_ref: ref, team_id: teamId, input: JSON.stringify(input) })
    // Nothing is promised yet, so this need not wait for the disk: the commit of the run's first row, which comes before
    // its code is handed over, waits for both.
    .$if(hint !== undefined, (query) =>
      query.returning([
        sql<string>`pg_notify('code_run_wanted', ${hint})`.as('notified'),
        sql<string>`set_config('synchronous_commit', 'off', true)`.as('soon'),
      ]),
    )
    .execute();
  return ref;
};

/** The engine has taken the run, or nobody is to. */
export const forgetStart = async (db: Kysely<Database>, ref: string): Promise<void> => {
  await db.deleteFrom('code_run_starts').where('ledger_ref', '=', ref).execute();
};

/** Inputs of runs that the engine should have taken long ago, oldest first. */
export const overdueStarts = async (db: Kysely<Database>): Promise<readonly object[]> => {
  const rows = await db
    .selectFrom('code_run_starts')
    .select('input')
    // A host may still be at it on its own for as long as the run may wait for a sandbox.
    .where(
      'created_at',
      '<',
      sql<Date>`now() - interval '15 seconds' - (input ->> 'wait_ms')::integer * interval '1 millisecond'`,
    )
    .orderBy('created_at')
    .limit(100)
    .execute();
  return rows.map(({ input }) => input);
};
