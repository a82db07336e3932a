import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'pmn_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 30;
const CHECKSUM = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

/** Computes the CRC-32 (ISO-HDLC) of the text in base62, most significant digit first, padded with zeros. */
const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < CHECKSUM; n += 1) {
    digits = ALPHABET[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

/** Generates a key: `pmn_live_`, 30 random base62 characters (178 bits), and a checksum of 6 characters. */
export const mintKey = (): string => {
  let key = PREFIX;
  for (let n = 0; n < RANDOM; n += 1) key += ALPHABET[randomInt(62)]!;
  return key + checksumOf(key);
};

/** Returns whether a string has the form of a key. The checksum tells a real key from a typo or noise without a query. */
export const isKeyShaped = (text: string): boolean =>
  SHAPE.test(text) && checksumOf(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM);

/** Returns a key's stored form. A plain hash is enough because 178 random bits cannot be guessed. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Returns the part of a key that is shown in lists and logs. */
export const prefixOf = (key: string): string => key.slice(0, PREFIX.length + 4);
