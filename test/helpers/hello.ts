import { createHash } from 'node:crypto';

/** First messages of TLS clients, written by hand because no library makes the malformed ones. */

const sized = (size: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(size);
  length.writeUIntBE(body.length, 0, size);
  return Buffer.concat([length, body]);
};

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

export interface HelloWish {
  /** Names in the server_name extension, which is omitted if there are none. */
  readonly names?: readonly string[];
  /** Whether each name gets its own extension. */
  readonly apart?: boolean;
  readonly ech?: boolean;
  /** Number of bytes in the padding extension. */
  readonly padding?: number;
}

const extension = (type: number, body: Buffer): Buffer => Buffer.concat([u16(type), sized(2, body)]);

const serverName = (names: readonly string[]): Buffer =>
  extension(
    0,
    sized(
      2,
      ...names.map((name) => Buffer.concat([Buffer.from([0]), sized(2, Buffer.from(name, 'latin1'))])),
    ),
  );

/** Returns the handshake message, without records. */
const message = ({ names = [], apart = false, ech = false, padding = 0 }: HelloWish): Buffer => {
  const lists = apart ? names.map((name) => [name]) : names.length > 0 ? [names] : [];
  const body = Buffer.concat([
    u16(0x0303),
    Buffer.alloc(32, 7),
    sized(1, Buffer.alloc(32, 9)),
    sized(2, u16(0x1301), u16(0xc02f)),
    sized(1, Buffer.from([0])),
    sized(
      2,
      extension(43, Buffer.from([2, 3, 4])),
      ...lists.map(serverName),
      ...(ech ? [extension(0xfe0d, Buffer.alloc(80, 5))] : []),
      extension(21, Buffer.alloc(padding)),
    ),
  ]);
  return Buffer.concat([Buffer.from([1]), sized(3, body)]);
};

/** Returns a ClientHello in records of at most `recordSize` bytes. */
export const clientHello = (wish: HelloWish, recordSize = 16_384): Buffer => {
  const whole = message(wish);
  const records: Buffer[] = [];
  for (let at = 0; at < whole.length; at += recordSize) {
    records.push(Buffer.from([22, 3, 1]), sized(2, whole.subarray(at, at + recordSize)));
  }
  return Buffer.concat(records);
};

/** Returns a ServerHello that asks the client to start again (RFC 8446, section 4.1.4). */
export const retryRequest = (): Buffer => {
  const random = createHash('sha256').update('HelloRetryRequest').digest();
  const body = Buffer.concat([
    u16(0x0303),
    random,
    sized(1, Buffer.alloc(32, 9)),
    u16(0x1301),
    Buffer.from([0]),
  ]);
  const whole = Buffer.concat([
    Buffer.from([2]),
    sized(3, Buffer.concat([body, sized(2, extension(43, u16(0x0304)))])),
  ]);
  return Buffer.concat([Buffer.from([22, 3, 3]), sized(2, whole)]);
};

/** The record that makes TLS 1.3 look like 1.2. */
export const CHANGE_CIPHER_SPEC = Buffer.from([20, 3, 3, 0, 1, 1]);
