import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import { byService, type Ledger } from '../../ledger/index.ts';
import { publishLedgerRows } from '../../events/store.ts';
import { finishAgentRun } from './agent-runs.ts';
import { closeCallReviews } from '../reviews/calls.ts';
import { actorOfEnd, cancelledBy } from '../cancellation.ts';
import { type AgentRunRef, storeResult } from './stored-result.ts';

/**
 * Step number of the row for a run that is ended from outside its workflow. Steps count from 1, and their number is not known
 * outside the workflow.
 */
const LAST_STEP = 1_000_000;

/** Ends a run whose workflow has ended without recording the end. Uses a single transaction, and can safely be repeated. */
export const failAgentRun = async (
  { db, ledger, ring }: { readonly db: Db; readonly ledger: Ledger; readonly ring: KeyRing },
  ref: AgentRunRef,
  error: { readonly code: string; readonly message: string },
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const result = { answer: null, error, unverified_numbers: [], steps: [], more: {} };
    if (!(await storeResult(tx, ring, ref, result))) return;
    const canceller = await finishAgentRun(tx, ref, { status: 'error', endedBy: error.code });
    await closeCallReviews(tx, ledger, { ...ref, runId: ref.ledgerRef }, byService('reconciler'));
    await ledger.appendIn(tx, {
      teamId: ref.teamId,
      ledgerRef: ref.ledgerRef,
      step: LAST_STEP,
      idemKey: `${ref.ledgerRef}/end`,
      action: 'agent.stopped',
      governance: 'recorded',
      summary: `Ended without an answer: ${error.code.replaceAll('_', ' ')}.`,
      detail: { ended_by: error.code, ...cancelledBy(error.code, canceller) },
      actor: actorOfEnd(error.code, canceller, byService('reconciler')),
    });
    const { teamId: team_id, ledgerRef: ledger_ref } = ref;
    await publishLedgerRows(tx, { team_id, run_id: ledger_ref, ledger_ref });
  });
};
