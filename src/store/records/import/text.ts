import { UnreadableFileError } from './tally.ts';

const NEITHER =
  'is not text in UTF-8; in Excel choose "CSV UTF-8 (Comma delimited)" or "Unicode Text" when you save the file';

/**
 * Number of bytes that are decoded at once. All rows of a piece are in memory together as objects of many
 * times its size, and objects that survive a garbage collection are freed late.
 */
const PIECE = 8_192;

/**
 * Decodes a file's bytes piece by piece. UTF-16 is recognised by its byte order mark, which is how spreadsheets write "Unicode
 * Text"; all else must be UTF-8, with or without a mark.
 * @throws UnreadableFileError with the number of the line that is not text
 */
export const decodeText = async function* (
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<string, void, undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let head = Buffer.alloc(0);
  let line = 1;
  const decode = (piece: Buffer, last = false): string => {
    try {
      const text = decoder!.decode(piece, { stream: !last });
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
      return text;
    } catch {
      throw new UnreadableFileError({ line, column: null, reason: NEITHER });
    }
  };
  for await (const piece of bytes) {
    let rest = piece;
    if (decoder === undefined) {
      head = Buffer.concat([head, piece]);
      if (head.length < 3) continue;
      decoder = decoderFor(head);
      rest = head;
    }
    for (let at = 0; at < rest.length; at += PIECE) yield decode(rest.subarray(at, at + PIECE));
  }
  decoder ??= decoderFor(head);
  yield decode(head.length < 3 ? head : Buffer.alloc(0), true);
};

const decoderFor = (head: Buffer): InstanceType<typeof TextDecoder> => {
  const mark = head.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
};
