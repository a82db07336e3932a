import { NoteError } from './errors.ts';
import { HASH_BYTES } from './merkle.ts';
import { openNote, parseNote } from './note.ts';
import { SIGNATURE_TYPE, type VerifiedSignature, type VerifierKey } from './verifier-key.ts';

/** The body of a C2SP tlog-checkpoint: the log's name, its number of leaves and their root hash. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Buffer;
}

export interface OpenedCheckpoint extends Checkpoint {
  /** Signatures by the log's own keys; at least one. */
  readonly signedBy: readonly VerifiedSignature[];
  /** Cosignatures by known witnesses. */
  readonly cosignedBy: readonly VerifiedSignature[];
}

/** Returns the text to sign. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Parses a checkpoint's text, ignoring extension lines. @throws NoteError when the text is not a checkpoint */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = '', decimal = '', encoded = '', ...more] = text.split('\n');
  const size = Number(decimal);
  const root = Buffer.from(encoded, 'base64');
  const isSize = /^(0|[1-9]\d*)$/.test(decimal) && Number.isSafeInteger(size);
  const isRoot = root.length === HASH_BYTES && root.toString('base64') === encoded;
  // The text ends with a newline, so its last part is empty. No other part may be empty.
  const isWhole = more.at(-1) === '' && more.indexOf('') === more.length - 1;
  if (origin === '' || !isSize || !isRoot || !isWhole) {
    throw new NoteError('not a checkpoint: expected the lines origin, size and base64 of the root');
  }
  return { origin, size, root };
};

/** Reads the checkpoint in a note without checking its signatures. @throws NoteError when the note does not contain one */
export const readCheckpoint = (note: string): Checkpoint => parseCheckpoint(parseNote(note).text);

/**
 * Reads a checkpoint signed by its own log, that is, by a known key whose name is the origin. Also checks cosignatures by known
 * witnesses.
 * @throws NoteError when it is not a checkpoint, no such key signed it, or a signature by a known key is invalid
 */
export const openCheckpoint = (note: string, keys: readonly VerifierKey[]): OpenedCheckpoint => {
  const { text, verified } = openNote(note, keys);
  const checkpoint = parseCheckpoint(text);
  const signedBy = verified.filter(
    ({ key }) => key.type === SIGNATURE_TYPE.note && key.name === checkpoint.origin,
  );
  if (signedBy.length === 0) throw new NoteError('no known key of the log has signed the checkpoint');
  const cosignedBy = verified.filter(({ key }) => key.type === SIGNATURE_TYPE.cosignature);
  return { ...checkpoint, signedBy, cosignedBy };
};
