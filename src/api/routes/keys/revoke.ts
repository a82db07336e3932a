import { revokeKey } from '../../../contract/operations/keys.ts';
import { actorOf, keyRevoked } from '../../../ledger/index.ts';
import { revokeKey as store } from '../../../store/keys/store.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { showKey } from './show.ts';

export const revokeKeyRoute = route(revokeKey, async ({ params, caller }, { db, ledger }) => {
  const revoked = await db.transaction().execute(async (tx) => {
    const { teamId } = caller;
    const ended = await store(tx, { teamId, keyId: params.id });
    if (ended === undefined) throw new ProblemError('not-found');
    const { key, isFirst } = ended;
    if (isFirst) await ledger.appendIn(tx, keyRevoked({ teamId, actor: actorOf(caller) }, key));
    return key;
  });
  return { status: 200, body: showKey(revoked) };
});
