const NEWLINE = 0x0a;

/** Maximum length of a line. Export lines are shorter: a body is at most 128 KiB long, and a proof a few kilobytes. */
const MAX_LINE_BYTES = 1 << 20;

/**
 * Splits a byte stream at LF only, since a body may contain any other separator. Yields each line as UTF-8 text, or undefined for
 * a line that is too long or not valid UTF-8.
 */
export const linesOf = async function* (
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string | undefined, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let held: Buffer[] = [];
  let size = 0;
  const take = (): string | undefined => {
    const line = held.length === 1 ? held[0]! : Buffer.concat(held);
    const tooLong = size > MAX_LINE_BYTES;
    held = [];
    size = 0;
    if (tooLong) return undefined;
    try {
      return decoder.decode(line);
    } catch {
      return undefined;
    }
  };
  const hold = (part: Buffer): void => {
    size += part.length;
    // Bytes beyond the limit are counted but not kept.
    if (size <= MAX_LINE_BYTES) held.push(part);
  };
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = buffer.indexOf(NEWLINE); at !== -1; at = buffer.indexOf(NEWLINE, from)) {
      hold(buffer.subarray(from, at));
      yield take();
      from = at + 1;
    }
    if (from < buffer.length) hold(buffer.subarray(from));
  }
  if (size > 0) yield take();
};
