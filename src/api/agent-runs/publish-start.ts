import type { Transaction } from 'kysely';
import { publishEvent } from '../../events/store.ts';
import type { AgentRunKind, AgentRunRef } from '../../runs/agent/stored-result.ts';
import type { Database } from '../../store/db/schema.ts';

/** Stores the first event of an agent task's or an analysis's stream, in the transaction that creates the run. */
export const publishStart = async (
  tx: Transaction<Database>,
  { teamId, ledgerRef, kind }: AgentRunRef & { readonly kind: AgentRunKind },
): Promise<void> =>
  publishEvent(
    tx,
    { team_id: teamId, run_id: ledgerRef, ledger_ref: ledgerRef },
    { key: 'start', type: 'run.started', payload: { vertical: kind, ledger_ref: ledgerRef } },
  );
