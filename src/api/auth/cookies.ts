import { sessionCookie } from '../../contract/service.ts';
import { SESSION_HOURS } from '../../people/sessions.ts';

/** Returns a cookie's value; undefined if the Cookie header does not have it, or has it twice. */
export const readCookie = (cookies: string, name: string): string | undefined => {
  const found = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 ? found[0]!.slice(name.length + 1) : undefined;
};

/**
 * The prefix __Host- makes browsers refuse the cookie from another host, another path or an unencrypted connection. Browsers treat
 * loopback addresses as encrypted.
 */
const HOST_ONLY = 'Path=/; Secure; HttpOnly';

/** Returns the Set-Cookie value of a session. SameSite=Strict: no other site can make the browser send it. */
export const setSessionCookie = (token: string): string =>
  `${sessionCookie}=${token}; ${HOST_ONLY}; SameSite=Strict; Max-Age=${SESSION_HOURS * 3_600}`;

export const clearSessionCookie = `${sessionCookie}=; ${HOST_ONLY}; SameSite=Strict; Max-Age=0`;

/**
 * Returns the Set-Cookie value of a sign-in in progress. SameSite=Lax, because the identity provider, which is another site,
 * sends the browser back.
 */
export const setPassingCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; ${HOST_ONLY}; SameSite=Lax; Max-Age=${seconds}`;
