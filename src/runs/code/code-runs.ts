import { type Kysely, sql } from 'kysely';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { newLedgerRef } from '../../ids.ts';
import { hintOf } from './hints.ts';
import { type SealedValue, sealedRow } from '../../store/vault/vault.ts';

/**
 * Seals and stores submitted code, records that Temporal has not yet accepted its run, and notifies a host. All of this is one
 * statement, so the host is notified when it commits.
 * @param start the workflow's input, except for the team and the ledger_ref
 * @param host the host that should begin; if omitted, no host is notified
 * @returns the ledger_ref, which identifies the run
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
    // Nothing has been promised to the caller yet, so this commit need not wait for the disk. The commit of the run's first row,
    // which precedes the code's execution, makes both durable.
    .$if(hint !== undefined, (query) =>
      query.returning([
        sql<string>`pg_notify('code_run_wanted', ${hint})`.as('notified'),
        sql<string>`set_config('synchronous_commit', 'off', true)`.as('soon'),
      ]),
    )
    .execute();
  return ref;
};

/** Removes the record of a pending start, because Temporal has accepted the run or it should no longer be started. */
export const forgetStart = async (db: Kysely<Database>, ref: string): Promise<void> => {
  await db.deleteFrom('code_run_starts').where('ledger_ref', '=', ref).execute();
};

/** Returns the inputs of runs that Temporal should have accepted long ago, oldest first. */
export const overdueStarts = async (db: Kysely<Database>): Promise<readonly object[]> => {
  const rows = await db
    .selectFrom('code_run_starts')
    .select('input')
    // A notified host may be working on the run without Temporal, for as long as the run may wait for a sandbox.
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
