import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../store/crypto/key-ring.ts';

const encode = (bytes: Buffer): string => bytes.toString('base64url');

/** Returns text that the service issues and accepts back unchanged: anyone can read it, nobody else can make it. */
export const signToken = (ring: KeyRing, text: string): string => {
  const payload = encode(Buffer.from(text));
  return `${payload}.${encode(ring.sign(payload))}`;
};

/** @returns undefined when the token was changed or is not ours */
export const readToken = (ring: KeyRing, token: string): string | undefined => {
  const [payload = '', given = '', ...rest] = token.split('.');
  const signature = Buffer.from(given, 'base64url');
  // A token has one spelling: decoding skips characters and bits that are not part of it.
  if (rest.length > 0 || encode(signature) !== given) return undefined;
  const ours = ring
    .signatures(payload)
    .some((own) => own.length === signature.length && timingSafeEqual(own, signature));
  return ours ? Buffer.from(payload, 'base64url').toString('utf8') : undefined;
};
