import { codecCookie } from '../../contract/service.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import type { Services } from '../services/services.ts';
import { readToken, signToken } from './signed-token.ts';

const LIFETIME_S = 3_600;

/** The browser sends the cookie to this path and everything below it. */
const PATH = '/v1/temporal/codec';

/** Returns a Set-Cookie value that represents a key for one hour. It contains the key's id, never the key itself. */
export const startSession = (
  { rings, settings }: Pick<Services, 'rings' | 'settings'>,
  keyId: string,
): string => {
  const token = signToken(rings.codecSession, `${keyId} ${Date.now() + LIFETIME_S * 1_000}`);
  const secure = settings.publicBaseUrl.startsWith('https:') ? '; Secure' : '';
  return `${codecCookie}=${token}; Path=${PATH}; Max-Age=${LIFETIME_S}; HttpOnly; SameSite=Strict${secure}`;
};

/** Returns a session's caller. The key is looked up in the database each time, so revoking the key ends the session. */
export const callerOfSession = async (
  { rings, authenticator }: Pick<Services, 'rings' | 'authenticator'>,
  cookies: string,
): Promise<Caller | undefined> => {
  const token = new RegExp(`(?:^|; *)${codecCookie}=([^;]*)`).exec(cookies)?.[1];
  const [keyId, until] =
    (token === undefined ? undefined : readToken(rings.codecSession, token))?.split(' ') ?? [];
  if (keyId === undefined || Number(until) < Date.now()) return undefined;
  return authenticator.byId(keyId);
};
