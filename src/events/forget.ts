import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/db/schema.ts';

/**
 * Permanently deletes what a model and its tools said from the events of a run: the texts are masked, but still concern a person.
 * The events themselves and the ledger rows stay. Does nothing for a ledger_ref that is not a run's.
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
