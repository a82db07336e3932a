import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../store/crypto/key-ring.ts';

const encode = (bytes: Buffer): string => bytes.toString('base64url');

/**
 * Signs text that the service will later accept back unchanged. Anyone can read the text, but nobody else can produce the token.
 */
export const signToken = (ring: KeyRing, text: string): string => {
  const payload = encode(Buffer.from(text));
  return `${payload}.${encode(ring.sign(payload))}`;
};

/** @returns undefined if the token was changed or was not issued by this service */
export const readToken = (ring: KeyRing, token: string): string | undefined => {
  const [payload = '', given = '', ...rest] = token.split('.');
  const signature = Buffer.from(given, 'base64url');
  // Compares the encoded form, because decoding ignores extra characters and bits, so several strings would decode to the same
  // token.
  if (rest.length > 0 || encode(signature) !== given) return undefined;
  const ours = ring
    .signatures(payload)
    .some((own) => own.length === signature.length && timingSafeEqual(own, signature));
  return ours ? Buffer.from(payload, 'base64url').toString('utf8') : undefined;
};
