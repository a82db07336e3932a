import { NoteError } from './errors.ts';
import { checkSignature, type VerifiedSignature, type VerifierKey } from './verifier-key.ts';

/** A line below the text: the claimed signer and the signature. */
export interface SignatureLine {
  readonly name: string;
  /** 8 hex characters. */
  readonly keyId: string;
  readonly signature: Buffer;
}

export interface Note {
  /** The signed text, including its final newline. */
  readonly text: string;
  readonly signatures: readonly SignatureLine[];
}

export interface OpenedNote extends Note {
  /** One signature per known key that signed. */
  readonly verified: readonly VerifiedSignature[];
}

const MAX_CHARACTERS = 1_000_000;
const MAX_SIGNATURES = 100;
const LINE = /^— ([^\s+\p{Cc}]+) ([A-Za-z0-9+/]+={0,2})$/u;
const KEY_ID_BYTES = 4;
// oxlint-disable-next-line no-control-regex -- newline is the only control character that a note may contain
const CONTROL = /[\0-\x09\x0b-\x1f]/;

/** Formats one signature line of a note, including its newline. */
export const formatSignature = ({ name, keyId, signature }: SignatureLine): string =>
  `— ${name} ${Buffer.concat([Buffer.from(keyId, 'hex'), signature]).toString('base64')}\n`;

/** Parses a C2SP signed-note. @throws NoteError when it is not one */
export const parseNote = (note: string): Note => {
  const end = note.lastIndexOf('\n\n');
  if (
    note.length > MAX_CHARACTERS ||
    end < 0 ||
    CONTROL.test(note) ||
    !note.isWellFormed() ||
    !note.endsWith('\n')
  ) {
    throw new NoteError('not a signed note: expected text, an empty line and signatures');
  }
  const signatures = parseSignatures(note.slice(end + 2));
  if (signatures.length === 0) throw new NoteError('the note has no signature');
  return { text: note.slice(0, end + 1), signatures };
};

/** Parses signature lines, each with its newline. @throws NoteError when a line is malformed */
export const parseSignatures = (text: string): readonly SignatureLine[] => {
  const lines = text.split('\n').slice(0, -1);
  if (lines.length > MAX_SIGNATURES) throw new NoteError('the note has too many signatures');
  return lines.map((line) => {
    const [, name, encoded] = LINE.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    if (name === undefined || bytes.length <= KEY_ID_BYTES || bytes.toString('base64') !== encoded) {
      throw new NoteError('a signature line of the note is malformed');
    }
    return {
      name,
      keyId: bytes.subarray(0, KEY_ID_BYTES).toString('hex'),
      signature: bytes.subarray(KEY_ID_BYTES),
    };
  });
};

/**
 * Parses a note and checks the signatures by known keys; ignores all others.
 * @throws NoteError when no known key signed, or a signature by a known key is invalid
 */
export const openNote = (note: string, keys: readonly VerifierKey[]): OpenedNote => {
  const { text, signatures } = parseNote(note);
  const verified = new Map<VerifierKey, VerifiedSignature>();
  for (const { name, keyId, signature } of signatures) {
    const key = keys.find((known) => known.name === name && known.id === keyId);
    if (key === undefined) continue;
    const good = checkSignature(key, text, signature);
    if (good === undefined) throw new NoteError('the signature of a known key does not match the note');
    verified.set(key, good);
  }
  if (verified.size === 0) throw new NoteError('no known key has signed the note');
  return { text, signatures, verified: [...verified.values()] };
};
