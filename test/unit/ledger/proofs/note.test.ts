import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCheckpoint,
  openCheckpoint,
  parseCheckpoint,
} from '../../../../src/ledger/proofs/checkpoint.ts';
import { NoteError } from '../../../../src/ledger/proofs/errors.ts';
import { openNote, parseNote } from '../../../../src/ledger/proofs/note.ts';
import { createSigner, signNote } from '../../../../src/ledger/proofs/signer.ts';
import {
  formatVerifierKey,
  parseKeyFile,
  parseVerifierKey,
  SIGNATURE_TYPE,
  verifierKey,
} from '../../../../src/ledger/proofs/verifier-key.ts';
import { runs } from '../../../helpers/runs.ts';

/** The example from the specification, c2sp.org/signed-note. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const EXAMPLE_NOTE =
  'This is an example message.\n\n— example.com/foo ' +
  'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

const ORIGIN = 'pramaan.local/team_1';
const signer = createSigner(randomBytes(32));
const key = verifierKey(ORIGIN, SIGNATURE_TYPE.note, signer.publicKey);
const checkpoint = { origin: ORIGIN, size: 16, root: randomBytes(32) };
const note = signNote(formatCheckpoint(checkpoint), ORIGIN, [signer]);

describe('A signed note', () => {
  it('the specification’s example opens', () => {
    const opened = openNote(EXAMPLE_NOTE, [parseVerifierKey(EXAMPLE_KEY)]);
    expect(opened.text).toBe('This is an example message.\n');
    expect(opened.verified.map(({ key: { name } }) => name)).toEqual(['example.com/foo']);
    expect(formatVerifierKey(parseVerifierKey(EXAMPLE_KEY))).toBe(EXAMPLE_KEY);
  });

  it('a note’s text ends at its last empty line', () => {
    const text = 'one\n\ntwo\n';
    expect(openNote(signNote(text, ORIGIN, [signer]), [key]).text).toBe(text);
  });

  it('a note does not open after any character is changed', () => {
    fc.assert(
      fc.property(
        fc.nat(note.length - 1),
        fc.constantFrom('a', 'A', '0', '\n', ' ', '+'),
        (at, character) => {
          fc.pre(note[at] !== character);
          const changed = note.slice(0, at) + character + note.slice(at + 1);
          expect(() => openNote(changed, [key])).toThrow(NoteError);
        },
      ),
      runs(500),
    );
  });

  it('a note opens with each of its keys and ignores signatures of unknown keys', () => {
    const other = createSigner(randomBytes(32));
    const both = signNote(formatCheckpoint(checkpoint), ORIGIN, [other, signer]);
    const otherKey = verifierKey(ORIGIN, SIGNATURE_TYPE.note, other.publicKey);
    for (const known of [[key], [otherKey], [key, otherKey]]) {
      expect(openNote(both, known).verified).toHaveLength(known.length);
    }
  });

  it('a note is rejected as a whole when one of two known signatures is false', () => {
    const other = createSigner(randomBytes(32));
    const otherKey = verifierKey(ORIGIN, SIGNATURE_TYPE.note, other.publicKey);
    const lines = (text: string): string => signNote(text, ORIGIN, [other]).split('\n\n')[1]!;
    const mixed = note + lines('another text\n');
    expect(() => openNote(mixed, [key, otherKey])).toThrow('does not match the note');
    expect(openNote(mixed, [key]).verified).toHaveLength(1);
  });

  it.each([
    ['no content', ''],
    ['no signature', 'text\n\n'],
    ['no empty line', 'text\n— a AAAAAAAA\n'],
    ['a hyphen instead of the dash', note.replace('—', '-')],
    ['a tab', note.replace('pramaan', 'pra\tmaan')],
    ['a carriage return', note.replaceAll('\n', '\r\n')],
    ['no newline at its end', note.slice(0, -1)],
    ['non-canonical base64', note.replace(/=\n$/, '\n')],
    ['a key id without a signature', 'text\n\n— a AAAAAA==\n'],
    ['a hundred and one signatures', `text\n\n${'— a AAAAAAAA\n'.repeat(101)}`],
  ])('parseNote rejects a note with %s', (_what, text) => {
    expect(() => parseNote(text)).toThrow(NoteError);
  });
});

describe('A verifier key', () => {
  it.each([
    ['with a wrong id', EXAMPLE_KEY.replace('530d903a', '530d903b')],
    ['with a wrong name', EXAMPLE_KEY.replace('/foo', '/bar')],
    ['with a byte missing', EXAMPLE_KEY.slice(0, -4)],
    ['with an unknown type', 'a+00000000+/ekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
    ['that is private', `PRIVATE+KEY+${EXAMPLE_KEY}`],
  ])('parseVerifierKey rejects a key %s', (_what, text) => {
    expect(() => parseVerifierKey(text)).toThrow(NoteError);
  });

  it('a verifier key’s name contains neither a space nor a plus', () => {
    for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\nb']) {
      expect(() => verifierKey(name, SIGNATURE_TYPE.note, signer.publicKey)).toThrow(NoteError);
    }
  });

  it('a key file contains one key per line and may contain comments', () => {
    const text = `# keys\n\n${EXAMPLE_KEY}\r\n  ${formatVerifierKey(key)}  \n`;
    expect(parseKeyFile(text).map(({ name }) => name)).toEqual(['example.com/foo', ORIGIN]);
    expect(() => parseKeyFile('# none\n')).toThrow(NoteError);
    expect(() => parseKeyFile('nonsense\n')).toThrow(NoteError);
  });
});

describe('A checkpoint', () => {
  it('a checkpoint states its log, size and root', () => {
    expect(openCheckpoint(note, [key])).toMatchObject(checkpoint);
  });

  it('a checkpoint needs a signature by its own log, and one under another name does not suffice', () => {
    const foreign = verifierKey('elsewhere/log', SIGNATURE_TYPE.note, signer.publicKey);
    const underForeignName = signNote(formatCheckpoint(checkpoint), 'elsewhere/log', [signer]);
    expect(() => openCheckpoint(underForeignName, [foreign])).toThrow('no known key of the log');
  });

  it('a checkpoint may carry extension lines', () => {
    const text = `${formatCheckpoint(checkpoint)}more\n`;
    expect(parseCheckpoint(text)).toEqual(checkpoint);
  });

  const root = checkpoint.root.toString('base64');
  it.each([
    ['no origin', `\n1\n${root}\n`],
    ['a leading zero in its size', `o\n01\n${root}\n`],
    ['a negative size', `o\n-1\n${root}\n`],
    ['a size that is not a number', `o\nx\n${root}\n`],
    ['a size beyond 2^53', `o\n9007199254740993\n${root}\n`],
    ['a short root', `o\n1\nAAAA\n`],
    ['a root in hex', `o\n1\n${checkpoint.root.toString('hex')}\n`],
    ['a trailing empty line', `o\n1\n${root}\n\n`],
    ['no newline at its end', `o\n1\n${root}`],
  ])('parseCheckpoint rejects a checkpoint with %s', (_what, text) => {
    expect(() => parseCheckpoint(text)).toThrow(NoteError);
  });
});
