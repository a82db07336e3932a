import { createHmac } from 'node:crypto';

/** How a site makes its one-time codes (RFC 6238). */
export interface TotpSettings {
  /** The shared secret in base32 (RFC 4648, section 6). */
  readonly secret: string;
  readonly digits: number;
  /** Seconds for which a code is valid. */
  readonly period: number;
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512';
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** Decodes base32, in either case, with or without padding and the spaces that sites show. */
export const base32Bytes = (text: string): Buffer => {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text.toUpperCase().replaceAll(/[\s=-]/g, '')) {
    held = ((held << BITS) | BASE32.indexOf(letter)) & 0xf_ff;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Buffer.from(bytes);
};

/** Minimum remaining validity of a code, in milliseconds. A code with less may arrive too late. */
const ENOUGH_MS = 3_000;

/** The period whose code is typed next. */
export interface CodePeriod {
  /** When the code can be typed, in milliseconds since the epoch: now, or when the period begins. */
  readonly atMs: number;
  readonly endsMs: number;
}

/**
 * Returns the period of the next code.
 * @param usedUntilMs end of the period whose code was typed last
 */
export const codePeriod = (
  { period }: Pick<TotpSettings, 'period'>,
  nowMs: number,
  usedUntilMs: number,
): CodePeriod => {
  const ms = period * 1_000;
  const endOf = (atMs: number): number => (Math.floor(atMs / ms) + 1) * ms;
  const freeMs = Math.max(nowMs, usedUntilMs);
  const isShort = endOf(freeMs) - freeMs < ENOUGH_MS;
  const atMs = isShort ? endOf(freeMs) : freeMs;
  return { atMs, endsMs: endOf(atMs) };
};

/** Returns the one-time code that is valid at a time. */
export const totpCode = ({ secret, digits, period, algorithm }: TotpSettings, atMs: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1_000 / period)));
  const mac = createHmac(algorithm, base32Bytes(secret)).update(counter).digest();
  // RFC 4226, section 5.3: the last four bits say where the four bytes of the code begin.
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
};
