import { issueKey } from '../../../contract/operations/keys.ts';
import { actorOf, keyIssued } from '../../../ledger/index.ts';
import { issueKey as store } from '../../../store/keys/store.ts';
import { route } from '../../services/route.ts';
import { showIssuedKey } from './show.ts';

const DAY_MS = 86_400_000;

export const issueKeyRoute = route(issueKey, async ({ body, caller }, { db, ledger }) => {
  const { expires_in_days: days } = body;
  const issued = await db.transaction().execute(async (tx) => {
    const made = await store(tx, {
      teamId: caller.teamId,
      name: body.name,
      scopes: body.scopes,
      expiresAt: days === undefined ? undefined : new Date(Date.now() + days * DAY_MS),
    });
    await ledger.appendIn(tx, keyIssued({ teamId: caller.teamId, actor: actorOf(caller) }, made.record));
    return made;
  });
  return { status: 201, body: showIssuedKey(issued) };
});
