import { type Dialect, type Frame, writeFrame } from './dialect.ts';
import { begins, END, hashOn, openText, type Position, writePosition } from './position.ts';
import type { RunOfStream, StoredEvent } from './stored.ts';
import type { LiveText } from './tail.ts';

/** Maximum length of the piece of text sent in one event. */
const PART = 16_384;

/**
 * Writes a run's stream for one reader, starting at the reader's position. The id of each event is the position after it, so that
 * another narrator can continue exactly there.
 */
export class Narrator {
  readonly #dialect: Dialect;
  #position: Position;
  /** The message and attempt whose beginning is known to match the reader's text. */
  #checked: string | undefined;

  constructor(dialect: Dialect, position: Position) {
    this.#dialect = dialect;
    this.#position = dialect.text === undefined ? { ...position, open: undefined } : position;
  }

  get seq(): number {
    return this.#position.seq;
  }

  /**
   * Returns whether the reader's partial text must be withdrawn before this event (or before the run's end), because its turn was
   * retried or failed. Withdrawing requires all previously sent events.
   */
  withdrawsBefore(event: StoredEvent | typeof END): boolean {
    const { open } = this.#position;
    if (open === undefined) return false;
    if (open.hash === undefined || event === END) return true;
    if (event.type === 'message') {
      return event.payload.message_id !== open.messageId || !begins(open, event.payload.text);
    }
    return event.type === 'tool.call' && event.payload.message_id === open.messageId;
  }

  /** Withdraws the open text. @param before all events up to `seq` */
  withdraw(before: readonly StoredEvent[]): string {
    const { text } = this.#dialect;
    const { open } = this.#position;
    if (text === undefined || open === undefined) return '';
    this.#checked = undefined;
    const closing =
      open.hash === undefined
        ? ''
        : this.#write(text.end(open.messageId), { open: { ...open, hash: undefined } });
    return closing + this.#write(text.withdraw(open.messageId, before), { open: undefined });
  }

  /** Writes the next event. */
  render(event: StoredEvent, run: RunOfStream): string {
    if (event.type === 'message') return this.#renderMessage(event);
    const frames = framesOf(this.#dialect, event, run);
    const written = this.#writeAll(frames, (sub) => ({ sub }));
    this.#position = { ...this.#position, seq: event.seq, sub: 0 };
    return written;
  }

  /** Writes the new part of text in progress. Returns '' if the reader already has that part or has seen different text. */
  renderPart({ message, attempt, text: soFar }: LiveText): string {
    const { open, sub } = this.#position;
    const text = wholeCharacters(soFar);
    if (this.#dialect.text === undefined || sub > 0 || text.length <= (open?.offset ?? 0)) return '';
    const name = `${message}/${attempt}`;
    if (open !== undefined && this.#checked !== name) {
      if (open.messageId !== message || !begins(open, text)) return '';
    }
    this.#checked = name;
    return this.#renderText(message, text);
  }

  /** Writes the end of the run, the last event of the stream. */
  end(run: RunOfStream): string {
    const frames = this.#dialect.end(run);
    const last = frames.at(-1)!;
    return this.#writeAll(frames.slice(0, -1), (sub) => ({ sub }), frames.length) + writeFrame(END, last);
  }

  #renderMessage({
    seq,
    payload: { message_id: id, text },
  }: Extract<StoredEvent, { type: 'message' }>): string {
    const { text: words } = this.#dialect;
    const isOpen = this.#position.open !== undefined;
    const rendered = words === undefined || (text === '' && !isOpen) ? '' : this.#renderText(id, text);
    const behind = { seq, sub: 0, open: undefined };
    this.#checked = undefined;
    if (words === undefined || this.#position.open === undefined) {
      this.#position = behind;
      return rendered;
    }
    return rendered + this.#write(words.end(id), behind);
  }

  /** Writes text from the reader's position to the text's current end. */
  #renderText(messageId: string, text: string): string {
    const words = this.#dialect.text!;
    let written = '';
    let { open } = this.#position;
    if (open === undefined) {
      open = openText(messageId);
      written += this.#write(words.start(messageId), { open });
    }
    for (let at = open.offset; at < text.length;) {
      const until = partEnd(text, at);
      const part = text.slice(at, until);
      open = { messageId, offset: until, hash: hashOn(part, open.hash) };
      written += this.#write(words.part(messageId, part), { open });
      at = until;
    }
    return written;
  }

  /**
   * Writes the frames that the reader does not have yet. Only the last of `total` frames moves the position to the next event.
   */
  #writeAll(
    frames: readonly Frame[],
    behind: (sub: number) => Partial<Position>,
    total: number = frames.length,
  ): string {
    let written = '';
    for (const [nth, frame] of frames.entries()) {
      if (nth < this.#position.sub) continue;
      const isLast = nth + 1 === total;
      written += this.#write(frame, isLast ? { seq: this.#position.seq + 1, sub: 0 } : behind(nth + 1));
    }
    return written;
  }

  #write(frame: Frame, behind: Partial<Position>): string {
    this.#position = { ...this.#position, ...behind };
    return writeFrame(writePosition(this.#position), frame);
  }
}

/** Cached because the frames of an event are the same for every reader. */
const known = new WeakMap<Dialect, WeakMap<StoredEvent, readonly Frame[]>>();

const framesOf = (dialect: Dialect, event: StoredEvent, run: RunOfStream): readonly Frame[] => {
  const ofDialect = known.get(dialect) ?? new WeakMap<StoredEvent, readonly Frame[]>();
  known.set(dialect, ofDialect);
  const frames = ofDialect.get(event) ?? dialect.render(event, run);
  ofDialect.set(event, frames);
  return frames;
};

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** Drops a trailing high surrogate, because text in progress may end in the middle of a character. */
const wholeCharacters = (text: string): string =>
  isFirstHalf(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text;

/** Returns an end for the next part that does not split a surrogate pair. */
const partEnd = (text: string, at: number): number => {
  const until = at + PART;
  if (until >= text.length) return text.length;
  return isFirstHalf(text.charCodeAt(until - 1)) ? until - 1 : until;
};
