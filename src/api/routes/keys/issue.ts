import { issueKey } from '../../../contract/operations/keys.ts';
import { issueKey as store } from '../../../store/keys/store.ts';
import { route } from '../../services/route.ts';
import { recordKeyAction } from './record.ts';
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
    await recordKeyAction(ledger, tx, caller, { action: 'key.issue', key: made.record });
    return made;
  });
  return { status: 201, body: showIssuedKey(issued) };
});
