import { type Kysely, sql } from 'kysely';
import type { SessionFacts } from '../../contract/agent-policy.ts';
import type { Database } from '../db/schema.ts';

export const NO_FACTS: SessionFacts = { allowed: [], denied: [], reported: [], approved: [] };

/** Names of each kind that rules can read. */
const MAX_NAMES = 100;

/** Returns what happened in a session: the names of its acts, from its own ledger rows and reviews. */
export const factsOfSession = async (
  db: Kysely<Database>,
  teamId: string,
  ledgerRef: string,
): Promise<SessionFacts> => {
  const { rows } = await sql<{ readonly kind: keyof SessionFacts; readonly names: string[] }>`
    SELECT substr(action, 7) AS kind, array_agg(DISTINCT body::jsonb #>> '{content,detail,action}') AS names
    FROM agent_actions
    WHERE team_id = ${teamId} AND ledger_ref = ${ledgerRef}
      AND action IN ('agent.allowed', 'agent.denied', 'agent.reported')
    GROUP BY action
    UNION ALL
    SELECT 'approved', array_agg(DISTINCT action) FROM asked_acts
    WHERE team_id = ${teamId} AND ledger_ref = ${ledgerRef} AND approved
    HAVING count(*) > 0`.execute(db);
  const found = Object.fromEntries(rows.map(({ kind, names }) => [kind, names.slice(0, MAX_NAMES)]));
  return { ...NO_FACTS, ...found };
};
