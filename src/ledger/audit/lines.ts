const NEWLINE = 0x0a;

/** Longer than any line that an export writes: a body has at most 128 KiB, a proof some kilobytes. */
const MAX_LINE_BYTES = 1 << 20;

/**
 * Splits a stream of bytes at LF and nothing else: a body may hold any other separator. Gives the lines as UTF-8 text,
 * or undefined for one that is too long or not UTF-8.
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
    // What is past the bound is counted and let go.
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
