import type { Scope } from '../contract/scopes.ts';
import type { Caller } from '../keys/authenticate.ts';
import { Problem } from './problem.ts';
import { callerOfSession } from './codec-session.ts';
import type { Services } from './services.ts';

export const unauthenticated = (): Problem =>
  new Problem('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });

/** The token of an Authorization header (RFC 6750, 2.1), the only place where a key is looked for. */
export const bearerToken = (authorization: string): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(authorization.trim())?.[1];

export interface Credentials {
  /** The Authorization header; '' when absent. */
  readonly authorization: string;
  /** The Cookie header, for the operations that take the codec's session. */
  readonly cookie?: string;
}

/** @throws Problem 401 without a key that works, 403 when it lacks the scope */
export const authenticate = async (
  services: Pick<Services, 'authenticator' | 'rings'>,
  { authorization, cookie }: Credentials,
  scope: Scope,
): Promise<Caller> => {
  const token = bearerToken(authorization);
  const caller =
    token === undefined
      ? cookie && (await callerOfSession(services, cookie))
      : await services.authenticator.byKey(token);
  if (!caller) throw unauthenticated();
  if (!caller.scopes.has(scope)) {
    throw new Problem('scope-missing', { detail: `The key lacks the scope "${scope}".` });
  }
  return caller;
};
