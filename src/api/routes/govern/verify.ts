import { verifySinceCheckpoint } from '../../../ledger/audit/check.ts';
import { verifyLedger } from '../../../contract/operations/govern.ts';
import { route } from '../../services/route.ts';

export const verifyLedgerRoute = route(verifyLedger, async ({ query, caller }, { ledger, pool }) => ({
  status: 200,
  body:
    query.since === 'checkpoint'
      ? await verifySinceCheckpoint({ pool, ledger }, caller.teamId)
      : await ledger.verify(caller.teamId),
}));
