/** Thrown when a note, key or checkpoint cannot be read, or no known key signed it. The message never quotes its text. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}
