import canonicalize from 'canonicalize';
import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../crypto/key-ring.ts';

/**
 * Computes a keyed hash of a request's RFC 8785 form, so that differences in JSON formatting do not matter. The hash is keyed
 * because an identifier has so few digits that it could be guessed from a plain hash of the case.
 */
export const fingerprintOf = (ring: KeyRing, request: unknown): Buffer =>
  ring.sign(canonicalize(request) ?? '');

/** Computes {@link fingerprintOf} under every key of the ring. */
export const fingerprintsOf = (ring: KeyRing, request: unknown): readonly Buffer[] =>
  ring.signatures(canonicalize(request) ?? '');

/** Returns whether a stored fingerprint matches a request under any key of the ring. */
export const hasFingerprint = (ring: KeyRing, stored: Buffer, request: unknown): boolean =>
  fingerprintsOf(ring, request).some((signature) => timingSafeEqual(signature, stored));

/**
 * Hashes a caller's Idempotency-Key for storage, because callers may put people's names in it. Uses the oldest key of the ring,
 * so that the result does not change when a rotation adds a new key at the front.
 */
export const storedKey = (ring: KeyRing, key: string): string =>
  ring.signatures(`key ${key}`).at(-1)!.toString('hex');
