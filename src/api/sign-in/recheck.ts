import { NotIdentifiedError, ProviderAwayError } from '../../identity/provider.ts';
import { byService } from '../../ledger/index.ts';
import type { SealedRefreshToken, SealRefreshToken } from '../../people/sessions.ts';
import { keepRefreshToken, type SessionToCheck, takeSessionsToCheck } from '../../people/session-check.ts';
import { endSession, type SessionEnd } from '../../people/session-end.ts';
import { admit, teamNamed } from '../../people/sign-in.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { identityOf, teamNamesOf } from '../auth/provider-token.ts';
import type { Services } from '../services/services.ts';

type Parts = Pick<Services, 'db' | 'ledger' | 'identity' | 'log'> & {
  readonly rings: Pick<Services['rings'], 'signIn'>;
};

/** How often a process looks for sessions that are due for a check. */
const LOOK_EVERY_MS = 15_000;

const contextOf = (sessionId: string): string => `refresh ${sessionId}`;

export const sealRefreshToken =
  (ring: KeyRing, token: string | undefined): SealRefreshToken =>
  (sessionId) => {
    if (token === undefined) return undefined;
    const { keyId, bytes } = ring.seal(Buffer.from(token), contextOf(sessionId));
    return { refresh_key_id: keyId, refresh_token: bytes };
  };

const opened = (ring: KeyRing, id: string, { refresh_key_id, refresh_token }: SealedRefreshToken): string =>
  ring.open({ keyId: refresh_key_id, bytes: refresh_token }, contextOf(id)).toString();

/**
 * Asks the identity provider again about signed-in people, so that a revoked role or a locked account takes
 * effect during the session. While the provider is unavailable, sessions continue.
 * @param seconds how long its last answer is valid
 */
export const recheckSessions = async (parts: Parts, seconds: number): Promise<void> => {
  for (const session of await takeSessionsToCheck(parts.db, seconds)) {
    try {
      await recheck(parts, session);
    } catch (error) {
      const why =
        error instanceof ProviderAwayError ? 'identity provider unavailable' : 'session not checked';
      parts.log.warn({ error, session_id: session.id }, why);
    }
  }
};

const recheck = async (parts: Parts, session: SessionToCheck): Promise<void> => {
  const { db, ledger, identity, rings } = parts;
  if (identity === undefined || (await identity.provider.issuer()) !== session.issuer) return;
  const token = opened(rings.signIn, session.id, session);
  let identified;
  try {
    identified = await identity.provider.identifyAgain(token, session.subject);
  } catch (error) {
    if (!(error instanceof NotIdentifiedError)) throw error;
    parts.log.info({ error_code: error.message, session_id: session.id }, 'session not confirmed');
    return end(parts, session, 'not_confirmed');
  }
  const { claims, refreshToken } = identified;
  const sealed = sealRefreshToken(rings.signIn, refreshToken)(session.id);
  if (sealed !== undefined) await keepRefreshToken(db, session.id, sealed);
  const team = await teamNamed(db, teamNamesOf(claims, identity.settings));
  if (typeof team === 'string' || team.teamId !== session.team_id) return end(parts, session, 'another_team');
  const who = identityOf(claims, identity.settings);
  const admission = await db.transaction().execute(async (tx) => admit(tx, ledger, session.team_id, who));
  if (admission.kind === 'refused') await end(parts, session, 'not_confirmed');
};

const end = async ({ db, ledger }: Parts, session: SessionToCheck, reason: SessionEnd): Promise<void> => {
  const which = { teamId: session.team_id, sessionId: session.id, reason };
  await db.transaction().execute(async (tx) => endSession(tx, ledger, which, byService('sign-in')));
};

/** Checks sessions for as long as the process runs. @returns a function that stops it */
export const keepChecking = (parts: Parts): (() => void) => {
  const seconds = parts.identity?.settings.OIDC_RECHECK_SECONDS ?? 0;
  if (seconds === 0) return () => undefined;
  let busy = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    await recheckSessions(parts, seconds).catch((error: unknown) =>
      parts.log.warn({ error }, 'sessions could not be checked'),
    );
    busy = false;
  };
  const timer = setInterval(() => void look(), Math.min(LOOK_EVERY_MS, seconds * 1_000));
  timer.unref();
  return () => clearInterval(timer);
};
