import { inflateSync } from 'node:zlib';

const HEAD = 8;
const FLAGS = 4;
/** Flags of an extended-clipboard message: it carries data, and one of its formats is text. */
const PROVIDE = 1 << 28;
const TEXT = 1;
const MOST = 1_048_576;

/**
 * Returns the size in bytes of the text in a ClientCutText message.
 * @returns undefined if it does not contain text, because extended-clipboard messages are also used for announcements, requests
 * and capabilities
 */
export const pastedBytes = (message: Buffer): number | undefined => {
  if (message.readInt32BE(4) >= 0) return message.length - HEAD;
  if (message.length < HEAD + FLAGS) return undefined;
  const flags = message.readUInt32BE(HEAD);
  if ((flags & PROVIDE) === 0 || (flags & TEXT) === 0) return undefined;
  return textSize(message.subarray(HEAD + FLAGS)) ?? message.length - HEAD - FLAGS;
};

/** Reads the text's size. Each format consists of a size and its bytes. Text ends with a zero byte that is not part of it. */
const textSize = (packed: Buffer): number | undefined => {
  try {
    const data = inflateSync(packed, { maxOutputLength: MOST });
    return data.length < 4 ? undefined : Math.max(0, data.readUInt32BE(0) - 1);
  } catch {
    return undefined;
  }
};
