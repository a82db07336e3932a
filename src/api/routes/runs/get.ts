import { getRun } from '../../../contract/operations/runs.ts';
import { receiptFor } from '../../../ledger/receipt.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { ProblemError } from '../../http/problem.ts';
import { unlessBroken } from '../../runs/receipts.ts';
import { route } from '../../services/route.ts';
import { safeRun } from '../../runs/run-body.ts';

export const getRunRoute = route(getRun, async ({ params, caller }, services) => {
  const { teamId } = caller;
  const run = await readRun(services.db, { teamId, runId: params.id });
  if (run === undefined) throw new ProblemError('not-found');
  const ref = { teamId, ledgerRef: run.ledger_ref };
  const receipt =
    run.status === 'running'
      ? null
      : await unlessBroken(services, ref, async () => receiptFor(services.pool, teamId, ref.ledgerRef));
  return { status: 200, body: { ...(await safeRun(services, teamId, run)), receipt } };
});
