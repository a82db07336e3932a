import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { NoteError } from './errors.ts';

/** Signature types of C2SP signed-note: the first byte of a key. */
export const SIGNATURE_TYPE = { note: 0x01, cosignature: 0x04 } as const;
export type SignatureType = (typeof SIGNATURE_TYPE)[keyof typeof SIGNATURE_TYPE];

const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIMESTAMP_BYTES = 8;

/** Neither a space of any kind nor a plus, which separates the parts of a key. */
const NAME = /^[^\s+\p{Cc}]+$/u;

/** A public key under its name: what a signature line is matched with. */
export interface VerifierKey {
  readonly name: string;
  /** 8 hex characters. */
  readonly id: string;
  readonly type: SignatureType;
  /** 32 bytes, RFC 8032. */
  readonly publicKey: Buffer;
}

/** What a good signature says beyond the text. */
export interface VerifiedSignature {
  readonly key: VerifierKey;
  /** When a cosigner says that it saw the checkpoint, in Unix seconds; null for the signature of a log. */
  readonly time: number | null;
}

/** @throws NoteError when the name or the key cannot be one */
export const verifierKey = (name: string, type: SignatureType, publicKey: Buffer): VerifierKey => {
  if (!NAME.test(name)) throw new NoteError('a key name is empty, or holds a space or a plus');
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new NoteError('an Ed25519 public key has 32 bytes');
  const preimage = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]);
  return { name, id: hash('sha256', preimage, 'hex').slice(0, 8), type, publicKey };
};

/** `<name>+<key id>+<base64 of type and public key>`: a "vkey" of C2SP signed-note. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id}+${Buffer.concat([Buffer.of(type), publicKey]).toString('base64')}`;

/** @throws NoteError when the text is no such key, or names another key than it holds */
export const parseVerifierKey = (text: string): VerifierKey => {
  const [, name, id, material] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (name === undefined || material === undefined) {
    throw new NoteError('expected a verifier key: <name>+<8 hex characters>+<base64>');
  }
  const bytes = Buffer.from(material, 'base64');
  if (bytes.toString('base64') !== material) throw new NoteError('the key is not in the one form of base64');
  const type = Object.values(SIGNATURE_TYPE).find((known) => known === bytes[0]);
  if (type === undefined) throw new NoteError('the verifier key is of a type that is not known here');
  const key = verifierKey(name, type, bytes.subarray(1));
  if (key.id !== id) throw new NoteError('the verifier key names another key than it holds');
  return key;
};

/**
 * Reads a file of verifier keys: one a line; empty lines and those that begin with `#` are left out.
 * @throws NoteError when a line is none, or there is no key at all
 */
export const parseKeyFile = (text: string): readonly VerifierKey[] => {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseVerifierKey);
  if (keys.length === 0) throw new NoteError('there is no verifier key in it');
  return keys;
};

/**
 * Checks what follows the key id in a signature line.
 * @returns undefined when the signature is not one of this key over this text
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
    // 32 bytes that are no point of the curve.
    return false;
  }
};

const publicKeyObject = (publicKey: Buffer): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
