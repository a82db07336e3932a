import { areSame, type Bytes, fromBase64, fromHex, sha256, utf8 } from './bytes.ts';

/** An Ed25519 key that signs notes of a log (c2sp.org/signed-note). */
export interface LogKey {
  readonly name: string;
  readonly id: Bytes;
  readonly publicKey: Bytes;
}

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
}

const ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;

/** Reads `<name>+<key id>+<base64>`. @returns undefined if it is not such a key, or its id does not match it */
export const readKey = async (text: string): Promise<LogKey | undefined> => {
  const [, name, hex, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  if (name === undefined || hex === undefined || base64 === undefined) return undefined;
  const material = fromBase64(base64);
  if (material?.[0] !== ED25519 || material.length !== 1 + PUBLIC_KEY_BYTES) return undefined;
  const id = (await sha256(utf8(`${name}\n`), material)).slice(0, KEY_ID_BYTES);
  return areSame(id, fromHex(hex)!) ? { name, id, publicKey: material.slice(1) } : undefined;
};

/** @throws NotSupportedError if this browser has no Ed25519, because it then cannot say anything about the signature */
const isSigned = async (key: LogKey, text: string, signature: Bytes): Promise<boolean> => {
  try {
    const known = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', known, signature, utf8(text));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw error;
    // The bytes are not a point on the curve.
    return false;
  }
};

const readText = (text: string): Checkpoint | undefined => {
  const [origin = '', decimal = '', base64 = '', ...more] = text.split('\n');
  const root = fromBase64(base64);
  const size = Number(decimal);
  const isWhole = more.at(-1) === '' && more.indexOf('') === more.length - 1;
  if (origin === '' || !/^(0|[1-9]\d*)$/.test(decimal) || !Number.isSafeInteger(size) || !isWhole)
    return undefined;
  return root?.length === 32 ? { origin, size, root } : undefined;
};

/**
 * Reads the checkpoint in a signed note.
 * @returns undefined unless the note is whole, and this key of this log signed it. @throws NotSupportedError without Ed25519
 */
export const openCheckpoint = async (note: string, key: LogKey): Promise<Checkpoint | undefined> => {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || !note.isWellFormed()) return undefined;
  const text = note.slice(0, end + 1);
  const checkpoint = readText(text);
  if (checkpoint === undefined || checkpoint.origin !== key.name) return undefined;
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, name, base64] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(base64 ?? '');
    if (name !== key.name || bytes === undefined) continue;
    if (!areSame(bytes.slice(0, KEY_ID_BYTES), key.id)) continue;
    return (await isSigned(key, text, bytes.slice(KEY_ID_BYTES))) ? checkpoint : undefined;
  }
  return undefined;
};
