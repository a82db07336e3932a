import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

interface LedgerChecksTable {
  team_id: string;
  checked_at: Timestamp;
  full_at: NullableTimestamp;
  seq: number;
  ok: boolean;
  kind: string | null;
  first_broken: number | null;
  reason: string | null;
}

interface LedgerReconciliationsTable {
  task_queue: string;
  until: Timestamp;
}

interface LedgerReconciledRowsTable {
  team_id: string;
  seq: number;
}

/** The ledger. Any code may read it, but only append_agent_actions writes to it. */
interface AgentActionsTable {
  team_id: string;
  seq: Generated<number>;
  id: string;
  ledger_ref: string;
  step: number;
  action: string;
  idem_key: string;
  body: string;
  created_at: Date;
  prev_hash: Buffer;
  row_hash: Buffer;
}

/** The tables of the ledger and its checks. */
export interface LedgerDatabase {
  ledger_checks: LedgerChecksTable;
  ledger_reconciliations: LedgerReconciliationsTable;
  ledger_reconciled_rows: LedgerReconciledRowsTable;
  agent_actions: AgentActionsTable;
}
