import { rotateKey } from '../../../contract/operations/keys.ts';
import { actorOf, keyIssued } from '../../../ledger/index.ts';
import { rotateKey as store } from '../../../store/keys/rotate.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { showIssuedKey } from './show.ts';

export const rotateKeyRoute = route(rotateKey, async ({ params, body, caller }, { db, ledger }) => {
  const issued = await db.transaction().execute(async (tx) => {
    const graceSeconds = body.grace_seconds;
    const made = await store(tx, { teamId: caller.teamId, keyId: params.id, graceSeconds });
    if (made === undefined) throw new ProblemError('not-found');
    if (made === 'replaced') throw new ProblemError('already-rotated');
    const act = { teamId: caller.teamId, actor: actorOf(caller) };
    await ledger.appendIn(tx, keyIssued(act, made.record, params.id));
    return made;
  });
  return { status: 201, body: showIssuedKey(issued) };
});
