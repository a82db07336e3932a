import { getLedger } from '../../../contract/operations/govern.ts';
import { isRefOfRun } from '../../../runs/vertical/run-refs.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

export const getLedgerRoute = route(getLedger, async ({ params, caller }, { db, ledger }) => {
  const { teamId } = caller;
  const entries = await ledger.read(teamId, params.ref);
  if (entries.length === 0 && !(await isRefOfRun(db, { teamId, ledgerRef: params.ref }))) {
    throw new ProblemError('not-found');
  }
  return { status: 200, body: { ledger_ref: params.ref, entries } };
});
