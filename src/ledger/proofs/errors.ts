/** A note, key or checkpoint that cannot be read, or that no known key signed. The message never repeats its text. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}
