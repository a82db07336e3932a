import { verifyLedger } from '../../../contract/operations/govern.ts';
import { route } from '../../route.ts';

export const verifyLedgerRoute = route(verifyLedger, async ({ caller }, { ledger }) => ({
  status: 200,
  body: await ledger.verify(caller.teamId),
}));
