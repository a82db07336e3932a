/** A viewer's RFB message (RFC 6143, 7.5, and the registered extensions), reduced to its length and kind. */
export type Message = { readonly length: number } & (
  | { readonly kind: 'look' | 'encodings' | 'never' | 'pointer' | 'paste' }
  | {
      readonly kind: 'key';
      /** The key's name, and whether it is pressed or released; `up` builds the message that releases it. */
      readonly name: string;
      readonly isDown: boolean;
      readonly up: (bytes: Buffer) => Buffer;
    }
);

/** Thrown when the viewer violates the protocol, or requests more than any desktop needs. */
export class RfbViolationError extends Error {
  override readonly name = 'RfbViolationError';
}

const MAX_ENCODINGS = 256;
const MAX_FENCE = 64;
const MAX_SCREENS = 16;
/** Maximum clipboard size in bytes; the desktop has the same limit. */
const MAX_PASTE = 1_048_576;

const within = (value: number, most: number, what: string): number => {
  if (value > most) throw new RfbViolationError(`${what} larger than ${most}`);
  return value;
};

/** Returns a function that copies a message and clears its "down" flag, which is in the bytes from `start` to `end`. */
const keyUp = (start: number, end: number) => (bytes: Buffer) => Buffer.from(bytes).fill(0, start, end);

/** For each message type, the number of bytes needed to know its length, and a function that reads the message. */
const readers: Readonly<
  Record<number, { readonly head: number; readonly read: (bytes: Buffer) => Message }>
> = {
  // SetPixelFormat
  0: { head: 1, read: () => ({ kind: 'look', length: 20 }) },
  // SetEncodings
  2: {
    head: 4,
    read: (bytes) => ({
      kind: 'encodings',
      length: 4 + 4 * within(bytes.readUInt16BE(2), MAX_ENCODINGS, 'a list of encodings'),
    }),
  },
  // FramebufferUpdateRequest
  3: { head: 1, read: () => ({ kind: 'look', length: 10 }) },
  // KeyEvent
  4: {
    head: 8,
    read: (bytes) => ({
      kind: 'key',
      length: 8,
      name: `sym ${bytes.readUInt32BE(4)}`,
      isDown: bytes[1] !== 0,
      up: keyUp(1, 2),
    }),
  },
  // PointerEvent
  5: { head: 1, read: () => ({ kind: 'pointer', length: 6 }) },
  // ClientCutText; a negative length marks an extended-clipboard message
  6: {
    head: 8,
    read: (bytes) => ({
      kind: 'paste',
      length: 8 + within(Math.abs(bytes.readInt32BE(4)), MAX_PASTE, 'a clipboard'),
    }),
  },
  // EnableContinuousUpdates
  150: { head: 1, read: () => ({ kind: 'look', length: 10 }) },
  // Fence
  248: {
    head: 9,
    read: (bytes) => ({ kind: 'look', length: 9 + within(bytes.readUInt8(8), MAX_FENCE, 'a fence') }),
  },
  // xvp: shut down, reboot
  250: { head: 1, read: () => ({ kind: 'never', length: 4 }) },
  // SetDesktopSize
  251: {
    head: 8,
    read: (bytes) => ({
      kind: 'never',
      length: 8 + 16 * within(bytes.readUInt8(6), MAX_SCREENS, 'a list of screens'),
    }),
  },
  // QEMU: keys with their code, and audio
  255: {
    head: 12,
    read: (bytes) => {
      if (bytes[1] !== 0) throw new RfbViolationError('a QEMU message other than a key event');
      const name = `code ${bytes.readUInt32BE(8)}`;
      return { kind: 'key', length: 12, name, isDown: bytes.readUInt16BE(2) !== 0, up: keyUp(2, 4) };
    },
  },
};

/**
 * Reads the first message in the bytes.
 * @returns undefined if the message is incomplete
 * @throws RfbViolationError if its kind, and thus its length, is unknown, or if it is too large
 */
export const readMessage = (bytes: Buffer): Message | undefined => {
  const [type] = bytes;
  if (type === undefined) return undefined;
  const reader = readers[type];
  if (reader === undefined) throw new RfbViolationError(`unknown message type ${type}`);
  if (bytes.length < reader.head) return undefined;
  const message = reader.read(bytes);
  return bytes.length < message.length ? undefined : message;
};

/** Returns a SetEncodings message without some of its encodings. */
export const withoutEncodings = (bytes: Buffer, unwanted: readonly number[]): Buffer => {
  const kept: number[] = [];
  for (let at = 4; at < bytes.length; at += 4) {
    const encoding = bytes.readInt32BE(at);
    if (!unwanted.includes(encoding)) kept.push(encoding);
  }
  const message = Buffer.alloc(4 + 4 * kept.length);
  message.writeUInt8(2, 0);
  message.writeUInt16BE(kept.length, 2);
  for (const [i, encoding] of kept.entries()) message.writeInt32BE(encoding, 4 + 4 * i);
  return message;
};
