import { deflateSync } from 'node:zlib';

/** An RFB viewer's messages, as bytes. */

export const GREETING = Buffer.concat([Buffer.from('RFB 003.008\n'), Buffer.from([1, 1])]);

const message = (length: number, write: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
};

export const updateRequest = (incremental = true): Buffer =>
  Buffer.from([3, incremental ? 1 : 0, 0, 0, 0, 0, 5, 0, 3, 32]);

export const encodings = (...list: readonly number[]): Buffer =>
  message(4 + 4 * list.length, (bytes) => {
    bytes.writeUInt8(2, 0);
    bytes.writeUInt16BE(list.length, 2);
    for (const [i, encoding] of list.entries()) bytes.writeInt32BE(encoding, 4 + 4 * i);
  });

export const key = (keysym: number, down: boolean): Buffer =>
  message(8, (bytes) => {
    bytes.writeUInt8(4, 0);
    bytes.writeUInt8(down ? 1 : 0, 1);
    bytes.writeUInt32BE(keysym, 4);
  });

export const qemuKey = (keysym: number, keycode: number, down: boolean): Buffer =>
  message(12, (bytes) => {
    bytes.writeUInt8(255, 0);
    bytes.writeUInt16BE(down ? 1 : 0, 2);
    bytes.writeUInt32BE(keysym, 4);
    bytes.writeUInt32BE(keycode, 8);
  });

export const pointer = (mask: number, x: number, y: number): Buffer =>
  message(6, (bytes) => {
    bytes.writeUInt8(5, 0);
    bytes.writeUInt8(mask, 1);
    bytes.writeUInt16BE(x, 2);
    bytes.writeUInt16BE(y, 4);
  });

const cutTextOf = (body: Buffer, extended: boolean): Buffer =>
  Buffer.concat([
    message(8, (bytes) => {
      bytes.writeUInt8(6, 0);
      bytes.writeInt32BE(extended ? -body.length : body.length, 4);
    }),
    body,
  ]);

export const cutText = (text: string, extended = false): Buffer =>
  cutTextOf(Buffer.from(text, 'latin1'), extended);

const EXTENDED = { text: 1, notify: 1 << 27, provide: 1 << 28 } as const;

const flagged = (action: number): Buffer =>
  message(4, (bytes) => bytes.writeUInt32BE(action | EXTENDED.text));

/** Announces text and sends it at once, in the extended-clipboard encoding. */
export const extendedCutText = (text: string): Buffer => {
  const bytes = Buffer.from(`${text}\0`);
  const size = message(4, (head) => head.writeUInt32BE(bytes.length));
  const provided = Buffer.concat([flagged(EXTENDED.provide), deflateSync(Buffer.concat([size, bytes]))]);
  return Buffer.concat([flagged(EXTENDED.notify), provided].map((body) => cutTextOf(body, true)));
};

export const fence = (payload: string): Buffer =>
  Buffer.concat([Buffer.from([248, 0, 0, 0, 0, 0, 0, 1, payload.length]), Buffer.from(payload)]);
export const pixelFormat = (): Buffer =>
  Buffer.from([0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0]);
export const continuous = (): Buffer => Buffer.from([150, 1, 0, 0, 0, 0, 5, 0, 3, 32]);
export const xvp = (): Buffer => Buffer.from([250, 0, 1, 2]);
export const desktopSize = (screens: number): Buffer =>
  Buffer.concat([Buffer.from([251, 0, 2, 128, 1, 224, screens, 0]), Buffer.alloc(16 * screens, 3)]);
