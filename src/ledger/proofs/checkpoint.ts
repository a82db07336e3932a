import { NoteError } from './errors.ts';
import { HASH_BYTES } from './merkle.ts';
import { openNote, parseNote } from './note.ts';
import { SIGNATURE_TYPE, type VerifiedSignature, type VerifierKey } from './verifier-key.ts';

/** The body of C2SP tlog-checkpoint: which log, how many leaves, and the root over them. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Buffer;
}

export interface OpenedCheckpoint extends Checkpoint {
  /** Keys of the log itself that have signed; at least one. */
  readonly signedBy: readonly VerifiedSignature[];
  /** Witnesses that are known and have cosigned. */
  readonly cosignedBy: readonly VerifiedSignature[];
}

/** The text that is signed. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Reads the text of a checkpoint; extension lines of others are passed over. @throws NoteError when it is none */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = '', decimal = '', encoded = '', ...more] = text.split('\n');
  const size = Number(decimal);
  const root = Buffer.from(encoded, 'base64');
  const isSize = /^(0|[1-9]\d*)$/.test(decimal) && Number.isSafeInteger(size);
  const isRoot = root.length === HASH_BYTES && root.toString('base64') === encoded;
  // The text ends with a newline, so that its last part is empty; no other line may be.
  const isWhole = more.at(-1) === '' && more.indexOf('') === more.length - 1;
  if (origin === '' || !isSize || !isRoot || !isWhole) {
    throw new NoteError('not a checkpoint: expected the lines origin, size and base64 of the root');
  }
  return { origin, size, root };
};

/** The checkpoint that a note holds, without a look at its signatures. @throws NoteError when it holds none */
export const readCheckpoint = (note: string): Checkpoint => parseCheckpoint(parseNote(note).text);

/**
 * Reads a checkpoint that is signed by its own log: by a known key whose name is the origin. Cosignatures of known
 * witnesses are checked too.
 * @throws NoteError when it is none, no such key has signed it, or a signature of a known key is false
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
