import type { Scope } from '../../contract/scopes.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { ProblemError } from '../http/problem.ts';
import { callerOfSession } from './codec-session.ts';
import type { Services } from '../services/services.ts';

export const unauthenticated = (): ProblemError =>
  new ProblemError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });

/** The token of an Authorization header (RFC 6750, 2.1), the only place where a key is looked for. */
export const bearerToken = (authorization: string): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(authorization.trim())?.[1];

export interface Credentials {
  /** The Authorization header; '' when absent. */
  readonly authorization: string;
  /** The Cookie header, for the operations that take the codec's session. */
  readonly cookie?: string;
  /** Where the request came from; without one, a key that does not work is not counted. */
  readonly address?: string;
}

/**
 * Who a key is, asked of the database by itself only while the address has tries left.
 * @returns undefined for a key that does not work. @throws ProblemError 429 when too many came from the address
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

/** @throws ProblemError 401 without a key that works, 429 after too many of those, 403 when it lacks the scope */
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
