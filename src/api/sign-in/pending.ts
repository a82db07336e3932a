import { hash } from 'node:crypto';
import { z } from 'zod';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { SignInSecrets } from '../../identity/provider.ts';
import { readCookie, setPassingCookie } from '../auth/cookies.ts';

/** How long a person may take at the identity provider. */
const MINUTES = 10;

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  until: z.number(),
});

/** A sign-in between its request and the provider's answer. */
export interface PendingSignIn extends SignInSecrets {
  readonly returnTo: string;
}

/** Each sign-in has a cookie of its own, so that two tabs can sign in at the same time. */
const nameOf = (state: string): string =>
  `__Host-pramaan_sign_in_${hash('sha256', state, 'hex').slice(0, 16)}`;

/**
 * Returns the Set-Cookie value that keeps a sign-in in the browser that began it, sealed. The service itself stores nothing until
 * the provider has identified somebody, so that strangers cannot fill the database.
 */
export const keepPending = (ring: KeyRing, pending: PendingSignIn): string => {
  const name = nameOf(pending.state);
  const text = JSON.stringify({ ...pending, until: Date.now() + MINUTES * 60_000 });
  const { keyId, bytes } = ring.seal(Buffer.from(text), name);
  return setPassingCookie(name, `${keyId}.${bytes.toString('base64url')}`, MINUTES * 60);
};

export const forgetPending = (state: string): string => setPassingCookie(nameOf(state), '', 0);

/** @returns undefined if this browser did not begin the sign-in, or it took too long */
export const readPending = (ring: KeyRing, cookies: string, state: string): PendingSignIn | undefined => {
  const name = nameOf(state);
  const [keyId = '', sealed = ''] = (readCookie(cookies, name) ?? '').split('.');
  if (!ring.has(keyId)) return undefined;
  try {
    const text = ring.open({ keyId, bytes: Buffer.from(sealed, 'base64url') }, name).toString();
    const pending = pendingSchema.parse(JSON.parse(text));
    return pending.state === state && pending.until > Date.now() ? pending : undefined;
  } catch {
    return undefined;
  }
};
