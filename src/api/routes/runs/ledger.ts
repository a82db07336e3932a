import { getRunLedger } from '../../../contract/operations/runs.ts';
import { ledgerRefOf } from '../../../runs/read.ts';
import { Problem } from '../../problem.ts';
import { route } from '../../route.ts';

export const getRunLedgerRoute = route(getRunLedger, async ({ params, caller }, { db, ledger }) => {
  const ref = await ledgerRefOf(db, { teamId: caller.teamId, runId: params.id });
  if (ref === undefined) throw new Problem('not-found');
  return { status: 200, body: { ledger_ref: ref, entries: await ledger.read(caller.teamId, ref) } };
});
