/** RFB messages (RFC 6143) and extended-clipboard messages, as bytes. */

/**
 * Requests 32 bits per pixel, little endian, with red in the lowest byte, so that memory holds red, green, blue and an unused
 * byte.
 */
export const setPixelFormat = (): Buffer =>
  Buffer.from([0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0]);

export const ENCODING = { raw: 0, copyRect: 1, extendedClipboard: 0xc0_a1_e5_ce } as const;

export const setEncodings = (): Buffer => {
  const wanted = [ENCODING.copyRect, ENCODING.raw, ENCODING.extendedClipboard];
  const message = Buffer.alloc(4 + wanted.length * 4);
  message.writeUInt8(2, 0);
  message.writeUInt16BE(wanted.length, 2);
  for (const [index, encoding] of wanted.entries()) message.writeUInt32BE(encoding >>> 0, 4 + index * 4);
  return message;
};

export const updateRequest = (
  incremental: boolean,
  box: { readonly width: number; readonly height: number },
): Buffer => {
  const message = Buffer.alloc(10);
  message.writeUInt8(3, 0);
  message.writeUInt8(incremental ? 1 : 0, 1);
  message.writeUInt16BE(box.width, 6);
  message.writeUInt16BE(box.height, 8);
  return message;
};

export const keyEvent = (keysym: number, down: boolean): Buffer => {
  const message = Buffer.alloc(8);
  message.writeUInt8(4, 0);
  message.writeUInt8(down ? 1 : 0, 1);
  message.writeUInt32BE(keysym, 4);
  return message;
};

/** @param mask one bit per held button: 1 left, 2 middle, 4 right, 8 and 16 wheel up and down, 32 and 64 wheel left and right */
export const pointerEvent = (mask: number, x: number, y: number): Buffer => {
  const message = Buffer.alloc(6);
  message.writeUInt8(5, 0);
  message.writeUInt8(mask, 1);
  message.writeUInt16BE(x, 2);
  message.writeUInt16BE(y, 4);
  return message;
};

export const CLIPBOARD = {
  text: 1,
  caps: 0x01_00_00_00,
  request: 0x02_00_00_00,
  peek: 0x04_00_00_00,
  notify: 0x08_00_00_00,
  provide: 0x10_00_00_00,
} as const;

/** Builds an extended-clipboard message: a cut-text message with a negative length. */
export const clipboardMessage = (flags: number, payload: Buffer = Buffer.alloc(0)): Buffer => {
  const message = Buffer.alloc(12);
  message.writeUInt8(6, 0);
  message.writeInt32BE(-(4 + payload.length), 4);
  message.writeUInt32BE(flags >>> 0, 8);
  return Buffer.concat([message, payload]);
};
