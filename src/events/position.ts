/** Where a reader of a stream is: what stands in the `id` of every event, and comes back in Last-Event-ID. */

/** A text that the reader has seen a part of. */
export interface OpenText {
  readonly messageId: string;
  /** UTF-16 units that were sent. */
  readonly offset: number;
  /** Of these units; undefined when the text was closed and has still to be taken back. */
  readonly hash: number | undefined;
}

export interface Position {
  /** The last stored event that was sent whole. */
  readonly seq: number;
  /** How many parts of the next one were sent. */
  readonly sub: number;
  readonly open: OpenText | undefined;
}

export const START: Position = { seq: 0, sub: 0, open: undefined };

/** The id of the last event of a stream: nothing comes after it. */
export const END = 'end';

const HASH_START = 0x811c9dc5;

/** FNV-1a over UTF-16 units, from where an earlier call ended. Tells whether a reader's part begins a text; no secret. */
export const hashOn = (text: string, from: number = HASH_START): number => {
  let hash = from;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

export const openText = (messageId: string): OpenText => ({ messageId, offset: 0, hash: HASH_START });

/** Whether what the reader has of a text is the beginning of `text`. */
export const begins = ({ offset, hash }: OpenText, text: string): boolean =>
  text.length >= offset && hashOn(text.slice(0, offset)) === hash;

export const writePosition = ({ seq, sub, open }: Position): string => {
  const whole = sub === 0 ? String(seq) : `${seq}.${sub}`;
  if (open === undefined) return whole;
  const hash = open.hash === undefined ? 'x' : open.hash.toString(16);
  return `${whole}~${open.messageId}~${open.offset}~${hash}`;
};

const POSITION = /^(\d{1,9})(?:\.(\d{1,3}))?(?:~([\w.-]{1,80})~(\d{1,9})~(x|[\da-f]{1,8}))?$/;

/** @returns undefined for a text that is not the id of an event */
export const readPosition = (text: string): Position | typeof END | undefined => {
  if (text === END) return END;
  const match = POSITION.exec(text);
  if (match === null) return undefined;
  const [, seq, sub = '0', messageId, offset, hash] = match;
  const open =
    messageId === undefined
      ? undefined
      : { messageId, offset: Number(offset), hash: hash === 'x' ? undefined : Number.parseInt(hash!, 16) };
  return { seq: Number(seq), sub: Number(sub), open };
};
