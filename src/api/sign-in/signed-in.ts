import { sessionCookie } from '../../contract/service.ts';
import { callerOfSession } from '../../people/session-caller.ts';
import { endSession } from '../../people/session-end.ts';
import { actorOf } from '../../ledger/index.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../../store/db/schema.ts';
import { readCookie } from '../auth/cookies.ts';
import type { Services } from '../services/services.ts';

/** Returns the person who is signed in in a browser. */
export const personIn = async (
  { db }: Pick<Services, 'db'>,
  cookies: string,
): Promise<Caller | undefined> => {
  const token = readCookie(cookies, sessionCookie);
  return token === undefined ? undefined : callerOfSession(db, token);
};

/**
 * Ends the session that a browser had before a new sign-in. A sign-in always makes a new cookie, so a cookie that somebody planted
 * in the browser before never becomes a session.
 */
export const endEarlierSession = async (
  tx: Transaction<Database>,
  { ledger }: Pick<Services, 'ledger'>,
  earlier: Caller | undefined,
): Promise<void> => {
  const sessionId = earlier?.person?.sessionId;
  if (earlier === undefined || sessionId === undefined) return;
  await endSession(tx, ledger, { teamId: earlier.teamId, sessionId }, actorOf(earlier));
};
