import { callMcp, describeMcp } from '../../contract/operations/mcp.ts';
import type { Scope } from '../../contract/scopes.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

type Issuer = Pick<Services, 'identity' | 'settings'>;

/** Returns the address of the protected resource `/mcp`, as tokens name it (RFC 8707). */
export const mcpAddress = ({ publicBaseUrl }: Issuer['settings']): string =>
  `${publicBaseUrl}${callMcp.path}`;

/**
 * Returns the scopes to request at the identity provider. A person's rights follow from roles, not from these
 * scopes.
 */
export const providerScopes = ({ identity }: Pick<Issuer, 'identity'>): readonly string[] =>
  identity === undefined ? [] : identity.settings.OIDC_SCOPES.split(' ').filter((scope) => scope !== '');

const challenge = ({ settings }: Issuer, more: Readonly<Record<string, string>>): string =>
  `Bearer ${Object.entries({ ...more, resource_metadata: `${settings.publicBaseUrl}${describeMcp.path}` })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;

/** Adds to a refusal of the caller where a client finds the identity provider (RFC 9728, section 5.1). */
export const challenged = (error: unknown, services: Issuer): unknown => {
  if (!(error instanceof ProblemError) || error.code !== 'unauthenticated') return error;
  const scope = providerScopes(services).join(' ');
  return withChallenge(error, challenge(services, scope === '' ? {} : { scope }));
};

/** Adds to a refusal which scope the call needs (RFC 6750, section 3.1). */
export const scopeChallenged = (error: unknown, services: Issuer, scope: Scope | 'any'): unknown => {
  if (!(error instanceof ProblemError) || error.code !== 'scope-missing') return error;
  return withChallenge(error, challenge(services, { error: 'insufficient_scope', scope }));
};

const withChallenge = ({ code, message, headers }: ProblemError, value: string): ProblemError =>
  new ProblemError(code, { detail: message, headers: { ...headers, 'WWW-Authenticate': value } });
