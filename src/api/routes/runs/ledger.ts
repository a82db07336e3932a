import { getRunLedger } from '../../../contract/operations/runs.ts';
import { isRefOfRun, ledgerRefOf } from '../../../runs/vertical/run-refs.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

export const getRunLedgerRoute = route(getRunLedger, async ({ params, caller }, { db, ledger }) => {
  const ref = await ledgerRefOf(db, { teamId: caller.teamId, runId: params.id });
  if (ref === undefined) throw new ProblemError('not-found');
  const entries = await ledger.read(caller.teamId, ref);
  if (entries.length === 0) await isRefOfRun(db, { teamId: caller.teamId, ledgerRef: ref });
  return { status: 200, body: { ledger_ref: ref, entries } };
});
