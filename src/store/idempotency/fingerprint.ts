import canonicalize from 'canonicalize';
import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../crypto/key-ring.ts';

/**
 * Computes a keyed hash of a request's RFC 8785 form, so that differences in JSON spelling do not matter. It is keyed because the
 * few digits of an identifier could be guessed back from a plain hash of a case.
 */
export const fingerprintOf = (ring: KeyRing, request: unknown): Buffer =>
  ring.sign(canonicalize(request) ?? '');

/** Returns whether a stored fingerprint is that of a request, under any key of the ring. */
export const hasFingerprint = (ring: KeyRing, stored: Buffer, request: unknown): boolean =>
  ring.signatures(canonicalize(request) ?? '').some((signature) => timingSafeEqual(signature, stored));

/**
 * Returns the hashed form in which a caller's Idempotency-Key is stored, because callers name requests after people. Uses the
 * oldest key of the ring, so that a rotation, which puts a new one in front, does not change it.
 */
export const storedKey = (ring: KeyRing, key: string): string =>
  ring.signatures(`key ${key}`).at(-1)!.toString('hex');
