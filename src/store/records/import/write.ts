import { sql } from 'kysely';
import type { Db } from '../digest.ts';
import type { WriteContext, WriteKind, Written } from './kind.ts';
import { type ImportTally, MOST_FAULTS } from './tally.ts';

/** How long the import waits for rows that a run or another import has locked. */
const LOCK_MS = 60_000;

/**
 * Writes the staged rows of an import in the caller's transaction. Rows that repeat a key or refer to a record that does not exist
 * are counted as faults and left out.
 * @param isWhole whether the import must not write anything if a row has a fault
 * @returns undefined if it is whole and a row has a fault
 */
export const writeStaged = async (
  tx: Db,
  kind: WriteKind,
  context: WriteContext,
  {
    tally,
    kindName,
    isWhole,
  }: { readonly tally: ImportTally; readonly kindName: string; readonly isWhole: boolean },
): Promise<Written | undefined> => {
  await sql`SELECT set_config('lock_timeout', ${String(LOCK_MS)}, true), set_config('work_mem', '64MB', true)`.execute(
    tx,
  );
  // Two imports of the same records would wait for each other's rows in different orders.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`records ${context.teamId} ${kindName}`}, 0))`.execute(
    tx,
  );
  await refuseRepeats(tx, kind, tally);
  await refuseOrphans(tx, kind, context.teamId, tally);
  if (isWhole && tally.hasFaults) return undefined;
  await kind.renewDigests?.(tx, context);
  return kind.upsert(tx, context);
};

/** Refuses rows whose key an earlier row of the file has. */
const refuseRepeats = async (tx: Db, kind: WriteKind, tally: ImportTally): Promise<void> => {
  const key = sql.ref(Object.keys(kind.staged)[0]!);
  const { rows } = await sql<{ line: number; first: number; total: number }>`
    WITH repeated AS (SELECT ${key} AS key, min(line) AS first FROM import_rows GROUP BY ${key} HAVING count(*) > 1),
    refused AS (
      DELETE FROM import_rows AS r USING repeated AS k WHERE r.${key} = k.key AND r.line > k.first
      RETURNING r.line, k.first)
    SELECT line, first, (count(*) OVER ())::int AS total FROM refused ORDER BY line LIMIT ${MOST_FAULTS}`.execute(
    tx,
  );
  tally.refuseAll(
    rows[0]?.total ?? 0,
    rows.map(({ line, first }) => ({
      line,
      column: kind.keyField,
      reason: `repeats the ${kind.keyField} of line ${first}`,
    })),
  );
};

/** Refuses rows that refer to a record that does not exist. */
const refuseOrphans = async (
  tx: Db,
  { orphan }: WriteKind,
  teamId: string,
  tally: ImportTally,
): Promise<void> => {
  if (orphan === undefined) return;
  const { column, reason } = orphan;
  const { rows } = await sql<{ line: number; total: number }>`
    WITH refused AS (DELETE FROM import_rows AS r WHERE ${orphan.where(teamId)} RETURNING r.line)
    SELECT line, (count(*) OVER ())::int AS total FROM refused ORDER BY line LIMIT ${MOST_FAULTS}`.execute(
    tx,
  );
  tally.refuseAll(
    rows[0]?.total ?? 0,
    rows.map(({ line }) => ({ line, column, reason })),
  );
};
