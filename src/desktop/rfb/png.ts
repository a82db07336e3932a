import { crc32, deflate } from 'node:zlib';
import { promisify } from 'node:util';
import { BYTES_PER_PIXEL, type Frame } from './frame.ts';

const compress = promisify(deflate);
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Screens consist of flat areas and repeated letters, so more effort hardly makes them smaller. */
const LEVEL = 4;
const UP = 2;

/**
 * Encodes a frame as a PNG file (ISO/IEC 15948) with 8-bit RGB. Except for one pass over the pixels, the work happens off the
 * event loop.
 */
export const encodePng = async (frame: Frame): Promise<Buffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(frame.width, 0);
  header.writeUInt32BE(frame.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', await compress(filtered(frame), { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
};

/** Returns the difference between each row and the row above, which is zero nearly everywhere on a screen. */
const filtered = ({ width, height, pixels }: Frame): Buffer => {
  const row = width * BYTES_PER_PIXEL;
  const out = Buffer.allocUnsafe(height * (width * 3 + 1));
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    out[at++] = UP;
    for (let from = y * row; from < (y + 1) * row; from += BYTES_PER_PIXEL) {
      const above = from - row;
      out[at++] = y === 0 ? pixels[from]! : pixels[from]! - pixels[above]!;
      out[at++] = y === 0 ? pixels[from + 1]! : pixels[from + 1]! - pixels[above + 1]!;
      out[at++] = y === 0 ? pixels[from + 2]! : pixels[from + 2]! - pixels[above + 2]!;
    }
  }
  return out;
};
