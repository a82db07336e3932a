import { signOut } from '../../../contract/operations/auth.ts';
import { endSession } from '../../../people/session-end.ts';
import { actorOf } from '../../../ledger/index.ts';
import { clearSessionCookie } from '../../auth/cookies.ts';
import { route } from '../../services/route.ts';

export const signOutRoute = route(signOut, async ({ caller }, { db, ledger, identity, settings }) => {
  const sessionId = caller.person?.sessionId;
  if (sessionId !== undefined) {
    await db
      .transaction()
      .execute(async (tx) => endSession(tx, ledger, { teamId: caller.teamId, sessionId }, actorOf(caller)));
  }
  return {
    status: 200,
    body: {
      provider_sign_out_url: (await identity?.provider.signOutUrl(`${settings.publicBaseUrl}/`)) ?? null,
    },
    headers: { 'Set-Cookie': clearSessionCookie },
  };
});
