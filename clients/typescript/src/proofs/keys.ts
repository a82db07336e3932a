import { areSame, type Bytes, concat, fromBase64, fromHex, sha256, utf8 } from './bytes.ts';
import { isSignedBy } from './ed25519.ts';

/** Signature types of C2SP signed-note: of the log itself, and of a witness that cosigns. */
const TYPES = { log: 0x01, witness: 0x04 } as const;

/** An Ed25519 key that signs notes (c2sp.org/signed-note). */
export interface VerifierKey {
  readonly name: string;
  readonly id: Bytes;
  readonly type: keyof typeof TYPES;
  readonly publicKey: Bytes;
}

const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;

/** Reads `<name>+<key id>+<base64>`. @returns undefined if it is not such a key, or its id does not match it */
const readKey = async (text: string): Promise<VerifierKey | undefined> => {
  const [, name, hex, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  if (name === undefined || hex === undefined || base64 === undefined) return undefined;
  const material = fromBase64(base64);
  const type = material?.[0] === TYPES.log ? 'log' : material?.[0] === TYPES.witness ? 'witness' : undefined;
  if (material === undefined || type === undefined || material.length !== 1 + PUBLIC_KEY_BYTES)
    return undefined;
  const id = (await sha256(utf8(`${name}\n`), material)).slice(0, KEY_ID_BYTES);
  return areSame(id, fromHex(hex)!) ? { name, id, type, publicKey: material.slice(1) } : undefined;
};

/**
 * Reads verifier keys, one a line; skips empty lines and lines that start with `#`.
 * @returns undefined if a line is not a key, or none of them is a log's
 */
export const readKeys = async (text: string): Promise<readonly VerifierKey[] | undefined> => {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = await Promise.all(lines.filter((line) => line !== '' && !line.startsWith('#')).map(readKey));
  const known = keys.filter((key) => key !== undefined);
  return known.length === keys.length && known.some(({ type }) => type === 'log') ? known : undefined;
};

/** Returns whether a line's signature is by a key: of the text, or of the text and the time at which a witness saw it. */
const fits = async ({ type, publicKey }: VerifierKey, text: string, signature: Bytes): Promise<boolean> => {
  if (type === 'log')
    return signature.length === SIGNATURE_BYTES && isSignedBy(publicKey, utf8(text), signature);
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  const stated = concat(utf8(`cosignature/v1\ntime ${time}\n`), utf8(text));
  return isSignedBy(publicKey, stated, signature.slice(TIME_BYTES));
};

/**
 * Returns the keys that signed a text. Lines of unknown keys are ignored.
 * @param lines the signature lines of a note
 * @returns undefined if a line is malformed, or a signature by a known key is wrong
 */
export const signersOf = async (
  text: string,
  lines: readonly string[],
  keys: readonly VerifierKey[],
): Promise<readonly VerifierKey[] | undefined> => {
  const signers: VerifierKey[] = [];
  for (const line of lines) {
    const [, name, base64] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(base64 ?? '');
    if (name === undefined || bytes === undefined || bytes.length <= KEY_ID_BYTES) return undefined;
    const key = keys.find((one) => one.name === name && areSame(one.id, bytes.slice(0, KEY_ID_BYTES)));
    if (key === undefined) continue;
    if (!(await fits(key, text, bytes.slice(KEY_ID_BYTES)))) return undefined;
    signers.push(key);
  }
  return signers;
};
