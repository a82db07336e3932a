/** A note, key or checkpoint that cannot be read, or is not signed by a key that is known. Never repeats its text. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}
