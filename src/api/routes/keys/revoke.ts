import { revokeKey } from '../../../contract/operations/keys.ts';
import { revokeKey as store } from '../../../store/keys/store.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { recordKeyAction } from './record.ts';
import { showKey } from './show.ts';

export const revokeKeyRoute = route(revokeKey, async ({ params, caller }, { db, ledger }) => {
  const revoked = await db.transaction().execute(async (tx) => {
    const key = await store(tx, { teamId: caller.teamId, keyId: params.id });
    if (key === undefined) throw new ProblemError('not-found');
    await recordKeyAction(ledger, tx, caller, { action: 'key.revoke', key });
    return key;
  });
  return { status: 200, body: showKey(revoked) };
});
