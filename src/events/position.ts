/** A reader's position in a stream. It is the `id` of every event, and readers send it back in Last-Event-ID. */

/** Text of which the reader has seen only a part. */
export interface OpenText {
  readonly messageId: string;
  /** Number of UTF-16 units sent. */
  readonly offset: number;
  /** Hash of the units sent; undefined if the text has been closed but not yet withdrawn. */
  readonly hash: number | undefined;
}

export interface Position {
  /** seq of the last stored event that was sent completely. */
  readonly seq: number;
  /** Number of frames of the next event that have been sent. */
  readonly sub: number;
  readonly open: OpenText | undefined;
}

export const START: Position = { seq: 0, sub: 0, open: undefined };

/** The id of a stream's last event. */
export const END = 'end';

const HASH_START = 0x811c9dc5;

/**
 * Computes FNV-1a over UTF-16 units, continuing from an earlier result. The hash is used only to check whether text starts with
 * the reader's part, so it need not be cryptographic.
 */
export const hashOn = (text: string, from: number = HASH_START): number => {
  let hash = from;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

export const openText = (messageId: string): OpenText => ({ messageId, offset: 0, hash: HASH_START });

/** Returns whether `text` starts with the reader's part. */
export const begins = ({ offset, hash }: OpenText, text: string): boolean =>
  text.length >= offset && hashOn(text.slice(0, offset)) === hash;

/** Returns a short tag for a run, which shows that an event id belongs to another run's stream. */
const tagOf = (runId: string): string => hashOn(runId).toString(16);

export const writePosition = ({ seq, sub, open }: Position, runId: string): string => {
  const whole = sub === 0 ? String(seq) : `${seq}.${sub}`;
  const tag = `@${tagOf(runId)}`;
  if (open === undefined) return whole + tag;
  const hash = open.hash === undefined ? 'x' : open.hash.toString(16);
  return `${whole}~${open.messageId}~${open.offset}~${hash}${tag}`;
};

const POSITION =
  /^(\d{1,9})(?:\.(\d{1,3}))?(?:~([\w.-]{1,80})~(\d{1,9})~(x|[\da-f]{1,8}))?(?:@([\da-f]{1,8}))?$/;

/**
 * Parses the id of one of the run's events. Ids of earlier releases do not name their run.
 * @returns undefined for any other string
 */
export const readPosition = (text: string, runId: string): Position | typeof END | undefined => {
  if (text === END) return END;
  const match = POSITION.exec(text);
  if (match === null) return undefined;
  const [, seq, sub = '0', messageId, offset, hash, tag] = match;
  if (tag !== undefined && tag !== tagOf(runId)) return undefined;
  const open =
    messageId === undefined
      ? undefined
      : { messageId, offset: Number(offset), hash: hash === 'x' ? undefined : Number.parseInt(hash!, 16) };
  return { seq: Number(seq), sub: Number(sub), open };
};
