import type { Scope } from '../../contract/scopes.ts';
import { sessionCookie } from '../../contract/service.ts';
import { callerOfSession as callerOfBrowserSession } from '../../people/session-caller.ts';
import type { StrangerAttempt } from '../../people/strangers.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { ProblemError } from '../http/problem.ts';
import { callerOfSession } from './codec-session.ts';
import { readCookie } from './cookies.ts';
import { type CsrfProof, requireCsrfProof } from './csrf.ts';
import { callerOfToken, isTokenShaped } from './provider-token.ts';
import type { Services } from '../services/services.ts';

export const unauthenticated = (): ProblemError =>
  new ProblemError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Returns the token in an Authorization header (RFC 6750, section 2.1). Keys are not accepted anywhere else. */
export const bearerToken = (authorization: string): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(authorization.trim())?.[1];

export interface Credentials {
  /** The Authorization header; '' if absent. */
  readonly authorization: string;
  /** The Cookie header; '' if absent. Not used if there is an Authorization header. */
  readonly cookie?: string;
  /** Whether the operation accepts the codec's session. */
  readonly codec?: boolean;
  /** Missing for requests that change nothing. */
  readonly csrf?: CsrfProof | undefined;
  /** Address from which the request came. If it is missing, failed attempts are not counted. */
  readonly address?: string;
  /**
   * Whether an open stream is checked again. The check does not count as use of a session, so the session
   * still ends when nobody is there.
   */
  readonly isRecheck?: boolean;
}

type Gatekeepers = Pick<
  Services,
  'authenticator' | 'rings' | 'unknownKeys' | 'strangers' | 'db' | 'ledger' | 'identity' | 'settings' | 'log'
>;

/**
 * Returns the caller that a key, or a token of the identity provider, belongs to. Once an address has sent too many invalid keys,
 * its keys are looked up in batches instead of with one database query each.
 * @returns undefined for an invalid key. @throws ProblemError 429 after too many invalid keys from the address
 */
export const callerOfKey = async (
  services: Pick<Gatekeepers, 'authenticator' | 'unknownKeys' | 'strangers'>,
  key: string,
  address: string,
): Promise<Caller | undefined> =>
  counted(services, { address, sent: 'unknown_key' }, async (allowed) =>
    services.authenticator.byKey(key, { gathered: !allowed }),
  );

const counted = async (
  { unknownKeys, strangers }: Pick<Gatekeepers, 'unknownKeys' | 'strangers'>,
  { address, sent }: { readonly address: string; readonly sent: StrangerAttempt },
  find: (allowed: boolean) => Promise<Caller | undefined>,
): Promise<Caller | undefined> => {
  const attempt = unknownKeys.begin(address);
  const caller = await find(attempt.allowed);
  if (caller === undefined) {
    await strangers.refused(sent);
    attempt.failed();
  } else attempt.worked();
  return caller;
};

const callerOfBearer = async (
  services: Gatekeepers,
  token: string,
  address: string | undefined,
): Promise<Caller | undefined> => {
  if (isTokenShaped(token)) {
    const find = async (): Promise<Caller | undefined> => callerOfToken(services, token);
    return address === undefined ? find() : counted(services, { address, sent: 'invalid_token' }, find);
  }
  return address === undefined ? services.authenticator.byKey(token) : callerOfKey(services, token, address);
};

/** Returns the person behind the session's cookie. @throws ProblemError 403 if the request has to prove its origin and does not */
const callerOfCookie = async (
  { db, rings, settings }: Gatekeepers,
  { cookie = '', csrf, isRecheck = false }: Credentials,
): Promise<Caller | undefined> => {
  const token = readCookie(cookie, sessionCookie);
  const caller =
    token === undefined ? undefined : await callerOfBrowserSession(db, token, { isUse: !isRecheck });
  if (caller?.person?.sessionId !== undefined && csrf !== undefined) {
    requireCsrfProof(rings.csrf, caller.person.sessionId, csrf, settings.publicBaseUrl);
  }
  return caller;
};

/**
 * Identifies the caller by a key, a token of the identity provider, or a session's cookie, and checks its scope.
 * @param scope `any` accepts a caller without scopes
 * @throws ProblemError 401 without valid credentials, 429 after too many invalid keys, 403 if the scope is missing
 */
export const authenticate = async (
  services: Gatekeepers,
  credentials: Credentials,
  scope: Scope | 'any',
): Promise<Caller> => {
  const { authorization, cookie = '', codec = false, address } = credentials;
  const token = bearerToken(authorization);
  const caller =
    token !== undefined
      ? await callerOfBearer(services, token, address)
      : authorization !== '' || cookie === ''
        ? undefined
        : ((codec ? await callerOfSession(services, cookie) : undefined) ??
          (await callerOfCookie(services, credentials)));
  if (caller === undefined) throw unauthenticated();
  requireScope(caller, scope);
  return caller;
};

/** @param scope `any` accepts a caller without scopes. @throws ProblemError 403 */
export const requireScope = (caller: Caller, scope: Scope | 'any'): void => {
  if (scope === 'any' || caller.scopes.has(scope)) return;
  const who = caller.person === undefined ? 'The key lacks' : 'Your roles lack';
  throw new ProblemError('scope-missing', { detail: `${who} the scope "${scope}".` });
};
