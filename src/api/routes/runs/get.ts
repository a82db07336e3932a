import { getRun } from '../../../contract/operations/runs.ts';
import { LedgerBrokenError } from '../../../ledger/errors.ts';
import { receiptFor } from '../../../ledger/receipt.ts';
import { readRun } from '../../../runs/read.ts';
import type { Receipt } from '../../../transparency/receipt.ts';
import { Problem } from '../../problem.ts';
import { route } from '../../route.ts';
import type { Services } from '../../services.ts';

export const getRunRoute = route(getRun, async ({ params, caller }, services) => {
  const { teamId } = caller;
  const run = await readRun(services.db, { teamId, runId: params.id });
  if (run === undefined) throw new Problem('not-found');
  const receipt = run.status === 'running' ? null : await receiptOrNone(services, teamId, run.ledger_ref);
  return { status: 200, body: { ...run, receipt } };
});

/** A run can be read also when its rows cannot be proven; that they cannot is the operator's to know. */
const receiptOrNone = async (
  { pool, log }: Services,
  teamId: string,
  ledgerRef: string,
): Promise<Receipt | null> => {
  try {
    return await receiptFor(pool, teamId, ledgerRef);
  } catch (error) {
    if (!(error instanceof LedgerBrokenError)) throw error;
    log.error(
      { team_id: teamId, ledger_ref: ledgerRef, outcome: error.message },
      'the ledger does not fit its checkpoint',
    );
    return null;
  }
};
