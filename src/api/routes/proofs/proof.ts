import { getProof } from '../../../contract/operations/proofs.ts';
import { proveEntries } from '../../../ledger/prove.ts';
import { isRefOfRun } from '../../../runs/vertical/run-refs.ts';
import { whenBroken } from '../../runs/ledger-broken.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

export const getProofRoute = route(getProof, async ({ params, caller, requestId }, services) => {
  const { db, ledger, pool, log } = services;
  const { teamId } = caller;
  const entries = await ledger.read(teamId, params.ref);
  if (entries.length === 0 && !(await isRefOfRun(db, { teamId, ledgerRef: params.ref }))) {
    throw new ProblemError('not-found');
  }
  const proof = await whenBroken({ log, requestId, teamId }, async () =>
    proveEntries(pool, { teamId, ledgerRef: params.ref, entries }),
  );
  return { status: 200, body: { ledger_ref: params.ref, ...proof } };
});
