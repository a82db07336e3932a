import type { Scope } from '../../contract/scopes.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { ProblemError } from '../http/problem.ts';
import { callerOfSession } from './codec-session.ts';
import type { Services } from '../services/services.ts';

export const unauthenticated = (): ProblemError =>
  new ProblemError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Returns the token in an Authorization header (RFC 6750, section 2.1). Keys are not accepted anywhere else. */
export const bearerToken = (authorization: string): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(authorization.trim())?.[1];

export interface Credentials {
  /** The Authorization header; '' if absent. */
  readonly authorization: string;
  /** The Cookie header, for the operations that accept the codec's session. */
  readonly cookie?: string;
  /** Address from which the request came. If it is missing, failed attempts are not counted. */
  readonly address?: string;
}

/**
 * Returns the caller that a key belongs to. Once an address has sent too many invalid keys, its keys are looked up in batches
 * instead of with one database query each.
 * @returns undefined for an invalid key. @throws ProblemError 429 after too many invalid keys from the address
 */
export const callerOfKey = async (
  { authenticator, unknownKeys }: Pick<Services, 'authenticator' | 'unknownKeys'>,
  key: string,
  address: string,
): Promise<Caller | undefined> => {
  const attempt = unknownKeys.begin(address);
  const caller = await authenticator.byKey(key, { gathered: !attempt.allowed });
  if (caller === undefined) attempt.failed();
  else attempt.worked();
  return caller;
};

/**
 * Identifies the caller and checks its scope.
 * @throws ProblemError 401 without a valid key, 429 after too many invalid keys, 403 if the key lacks the scope
 */
export const authenticate = async (
  services: Pick<Services, 'authenticator' | 'rings' | 'unknownKeys'>,
  { authorization, cookie, address }: Credentials,
  scope: Scope,
): Promise<Caller> => {
  const token = bearerToken(authorization);
  const caller =
    token === undefined
      ? cookie && (await callerOfSession(services, cookie))
      : address === undefined
        ? await services.authenticator.byKey(token)
        : await callerOfKey(services, token, address);
  if (!caller) throw unauthenticated();
  if (!caller.scopes.has(scope)) {
    throw new ProblemError('scope-missing', { detail: `The key lacks the scope "${scope}".` });
  }
  return caller;
};
