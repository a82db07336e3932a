import { type Bytes, fromBase64 } from './bytes.ts';
import { signersOf, type VerifierKey } from './keys.ts';

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
}

const MAX_CHARACTERS = 1_000_000;
const MAX_SIGNATURES = 100;
// oxlint-disable-next-line no-control-regex -- newline is the only control character that a note may contain
const CONTROL = /[\0-\x09\x0b-\x1f]/;

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
 * @param keys without any, signatures are not checked
 * @returns undefined unless the note is whole, a key of its log signed it, and no signature by a known key is wrong
 * @throws NotSupportedError without Ed25519
 */
export const openCheckpoint = async (
  note: string,
  keys: readonly VerifierKey[],
): Promise<Checkpoint | undefined> => {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || note.length > MAX_CHARACTERS) return undefined;
  if (!note.isWellFormed() || CONTROL.test(note)) return undefined;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  const checkpoint = readText(text);
  if (checkpoint === undefined || lines.length > MAX_SIGNATURES) return undefined;
  const signers = await signersOf(text, lines, keys);
  const isOwn = signers?.some(({ name, type }) => type === 'log' && name === checkpoint.origin);
  return signers !== undefined && (keys.length === 0 || isOwn === true) ? checkpoint : undefined;
};
