import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { formatSignature } from './note.ts';
import { SIGNATURE_TYPE, verifierKey } from './verifier-key.ts';

/** PKCS #8 prefix of an Ed25519 private key, which precedes the 32-byte seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key that can sign notes under any name. */
export interface Signer {
  /** 32 bytes. */
  readonly publicKey: Buffer;
  readonly sign: (message: Buffer) => Buffer;
}

/** Creates a signer from a seed. @param seed 32 random bytes, the private key in RFC 8032's terms */
export const createSigner = (seed: Buffer): Signer => {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url'), sign: (message) => sign(null, message, key) };
};

/** Signs text, which must end with a newline, as a C2SP signed-note. Adds one line per signer, all under the same name. */
export const signNote = (text: string, name: string, signers: readonly Signer[]): string => {
  const lines = signers.map(({ publicKey, sign: signMessage }) =>
    formatSignature({
      name,
      keyId: verifierKey(name, SIGNATURE_TYPE.note, publicKey).id,
      signature: signMessage(Buffer.from(text)),
    }),
  );
  return `${text}\n${lines.join('')}`;
};
