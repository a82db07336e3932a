import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';

/**
 * Permanently deletes the text written by a model and its tools from a run's events, because even masked text concerns a person.
 * Keeps the events themselves and the ledger rows. Does nothing if the ledger_ref does not belong to a run.
 */
export const forgetTexts = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: { readonly teamId: string; readonly ledgerRef: string },
): Promise<void> => {
  await sql`
    UPDATE run_events AS e SET payload = e.payload || CASE e.type
      WHEN 'message' THEN '{"text": ""}'::jsonb
      WHEN 'tool.call' THEN '{"arguments": "{}"}'::jsonb
      ELSE '{"content": ""}'::jsonb END
    FROM runs AS r
    WHERE r.team_id = ${teamId} AND r.ledger_ref = ${ledgerRef}
      AND e.run_id = r.id AND e.team_id = r.team_id AND e.type IN ('message', 'tool.call', 'tool.result')`.execute(
    db,
  );
};
