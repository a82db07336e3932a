import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';

/**
 * Permanently deletes the text written by a model and its tools from a run's events, because even masked text concerns a person.
 * Keeps the events themselves and the ledger rows. An agent task or an analysis has its events under its ledger_ref. Does nothing
 * if the ledger_ref has no events.
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
    WHERE e.team_id = ${teamId} AND e.run_id IN (
      SELECT id FROM runs WHERE team_id = ${teamId} AND ledger_ref = ${ledgerRef} UNION ALL SELECT ${ledgerRef})
      AND e.type IN ('message', 'tool.call', 'tool.result')`.execute(db);
};
