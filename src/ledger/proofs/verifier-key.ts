import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { NoteError } from './errors.ts';

/** Signature types of C2SP signed-note: the first byte of an encoded key. */
export const SIGNATURE_TYPE = { note: 0x01, cosignature: 0x04 } as const;
export type SignatureType = (typeof SIGNATURE_TYPE)[keyof typeof SIGNATURE_TYPE];

const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIMESTAMP_BYTES = 8;

/** A key's name may not contain white space, control characters or a plus sign, which separates a key's parts. */
const NAME = /^[^\s+\p{Cc}]+$/u;

/** A public key and its name. Signature lines are matched with keys by name and id. */
export interface VerifierKey {
  readonly name: string;
  /** 8 hex characters. */
  readonly id: string;
  readonly type: SignatureType;
  /** 32 bytes, RFC 8032. */
  readonly publicKey: Buffer;
}

/** The information that a valid signature adds to the text. */
export interface VerifiedSignature {
  readonly key: VerifierKey;
  /** Unix time in seconds at which a cosigner claims to have seen the checkpoint; null for the log's own signature. */
  readonly time: number | null;
}

/** Creates a verifier key. @throws NoteError when the name or the key is invalid */
export const verifierKey = (name: string, type: SignatureType, publicKey: Buffer): VerifierKey => {
  if (!NAME.test(name)) throw new NoteError('a key name is empty, or contains a space or a plus');
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new NoteError('an Ed25519 public key has 32 bytes');
  const preimage = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]);
  return { name, id: hash('sha256', preimage, 'hex').slice(0, 8), type, publicKey };
};

/** Formats a C2SP signed-note "vkey": `<name>+<key id>+<base64 of type and public key>`. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id}+${Buffer.concat([Buffer.of(type), publicKey]).toString('base64')}`;

/** Parses a verifier key. @throws NoteError when the text is not such a key, or its key id does not match */
export const parseVerifierKey = (text: string): VerifierKey => {
  const [, name, id, material] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (name === undefined || material === undefined) {
    throw new NoteError('expected a verifier key: <name>+<8 hex characters>+<base64>');
  }
  const bytes = Buffer.from(material, 'base64');
  if (bytes.toString('base64') !== material) throw new NoteError('the key is not in canonical base64');
  const type = Object.values(SIGNATURE_TYPE).find((known) => known === bytes[0]);
  if (type === undefined) throw new NoteError('the type of the verifier key is unknown');
  const key = verifierKey(name, type, bytes.subarray(1));
  if (key.id !== id) throw new NoteError('the key id of the verifier key does not match its key');
  return key;
};

/**
 * Parses a file of verifier keys, one per line; skips empty lines and lines that start with `#`.
 * @throws NoteError when a line is not a key, or there is no key at all
 */
export const parseKeyFile = (text: string): readonly VerifierKey[] => {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseVerifierKey);
  if (keys.length === 0) throw new NoteError('the file contains no verifier key');
  return keys;
};

/**
 * Checks the part of a signature line after the key id.
 * @returns undefined when it is not a signature by this key over this text
 */
export const checkSignature = (
  key: VerifierKey,
  text: string,
  signature: Buffer,
): VerifiedSignature | undefined => {
  const message = Buffer.from(text);
  if (key.type === SIGNATURE_TYPE.note) {
    return signature.length === SIGNATURE_BYTES && isSigned(key, message, signature)
      ? { key, time: null }
      : undefined;
  }
  if (signature.length !== TIMESTAMP_BYTES + SIGNATURE_BYTES) return undefined;
  const time = Number(signature.readBigUInt64BE());
  const stated = Buffer.concat([Buffer.from(`cosignature/v1\ntime ${time}\n`), message]);
  return isSigned(key, stated, signature.subarray(TIMESTAMP_BYTES)) ? { key, time } : undefined;
};

const isSigned = (key: VerifierKey, message: Buffer, signature: Buffer): boolean => {
  try {
    return verify(null, message, publicKeyObject(key.publicKey), signature);
  } catch {
    // The 32 bytes are not a point on the curve.
    return false;
  }
};

const publicKeyObject = (publicKey: Buffer): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
