import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const [WIDTH, HEIGHT] = [1280, 800];

const header = (): Buffer => {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(WIDTH, 0);
  bytes.writeUInt32BE(HEIGHT, 4);
  // One bit of grey per pixel; no interlacing.
  bytes[8] = 1;
  return bytes;
};

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', header()),
  chunk('IDAT', deflateSync(Buffer.alloc((WIDTH / 8 + 1) * HEIGHT))),
  chunk('IEND', Buffer.alloc(0)),
]);

/** A blank screen as a 300-byte picture. It replaces pictures that are no longer sent if the API requires a picture. */
export const BLANK_SCREEN = `data:image/png;base64,${png.toString('base64')}`;
