import canonicalize from 'canonicalize';
import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../crypto/key-ring.ts';

/**
 * Names a request by its meaning: a keyed hash of its RFC 8785 form, so that spelling of JSON does not matter. Keyed,
 * because a plain hash of a case could be guessed back from the few digits of an identifier.
 */
export const fingerprintOf = (ring: KeyRing, request: unknown): Buffer =>
  ring.sign(canonicalize(request) ?? '');

/** Whether a stored fingerprint is that of a request, under any key of the ring. */
export const hasFingerprint = (ring: KeyRing, stored: Buffer, request: unknown): boolean =>
  ring.signatures(canonicalize(request) ?? '').some((signature) => timingSafeEqual(signature, stored));

/**
 * A caller's Idempotency-Key as it is stored: callers name requests after people. Made with the oldest key of the ring,
 * so that a rotation, which puts a new one in front, leaves it as it is.
 */
export const storedKey = (ring: KeyRing, key: string): string =>
  ring.signatures(`key ${key}`).at(-1)!.toString('hex');
