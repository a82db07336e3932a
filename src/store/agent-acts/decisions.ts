import { type Kysely, sql } from 'kysely';
import type { ActDecision } from '../../contract/agent-act.ts';
import type { SessionFacts } from '../../contract/agent-policy.ts';
import type { Database } from '../db/schema.ts';

/** A decision as its row describes it. */
export interface PastDecision {
  readonly rowId: string;
  readonly ledgerRef: string;
  readonly agent: string;
  readonly action: string;
  readonly resource: string;
  /** The rules' verdict, before anybody was asked. */
  readonly rules: ActDecision;
  /** Null if there were too many names for rules. */
  readonly session: SessionFacts | null;
  /** Masked; null if it was too large for the row. */
  readonly input: Readonly<Record<string, unknown>> | null;
}

/** Number of the chain's latest rows that are searched for decisions. */
const MAX_ROWS = 100_000;

/** Returns a team's latest decisions, newest first. */
export const latestDecisions = async (
  db: Kysely<Database>,
  teamId: string,
  limit: number,
): Promise<readonly PastDecision[]> => {
  const { rows } = await sql<{
    id: string;
    ledger_ref: string;
    detail: Omit<PastDecision, 'rowId' | 'ledgerRef'>;
  }>`
    SELECT id, ledger_ref, body::jsonb #> '{content,detail}' AS detail FROM agent_actions
    WHERE team_id = ${teamId}
      AND seq > (SELECT h.seq - ${MAX_ROWS} FROM ledger_heads AS h WHERE h.team_id = ${teamId})
      AND action IN ('agent.allowed', 'agent.denied', 'agent.asked')
    ORDER BY seq DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id, ledger_ref, detail }) => ({ ...detail, rowId: id, ledgerRef: ledger_ref }));
};
