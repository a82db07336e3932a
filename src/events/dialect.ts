import type { RunOfStream, StoredEvent } from './stored.ts';

/** A server-sent event without its id. */
export interface Frame {
  /** The `event` field; omitted when undefined. */
  readonly event?: string;
  /** A single line: JSON, or the protocol's end marker. */
  readonly data: string;
}

/** A stream protocol: defines how to write events, partial text and a run's end. */
export interface Dialect {
  readonly headers: Readonly<Record<string, string>>;
  /** Renders any event except a model's message, which is sent in parts. May return no frames. */
  readonly render: (event: StoredEvent, run: RunOfStream) => readonly Frame[];
  /** Whether a stream ends after this event, if it is the run's last one so far. A reader resumes when the run goes on. */
  readonly pausesAfter?: (event: StoredEvent) => boolean;
  /** Frames for text that a model is still writing; undefined in a dialect that does not show such text. */
  readonly text:
    | {
        readonly start: (messageId: string) => Frame;
        readonly part: (messageId: string, text: string) => Frame;
        readonly end: (messageId: string) => Frame;
        /** Withdraws text that ended before it was complete. @param before all events sent so far */
        readonly withdraw: (messageId: string, before: readonly StoredEvent[]) => Frame;
      }
    | undefined;
  /** Renders the end of a run as at least one frame. */
  readonly end: (run: RunOfStream) => readonly Frame[];
}

const LINE = /[\r\n]/;
/** Characters that do not end a line in server-sent events, but do for readers that split text by Unicode rules. */
const UNICODE_LINES = /[\u0085\u2028\u2029]/g;

/** Formats a server-sent event as lines that end with LF. @throws when the data contains a line break */
export const writeFrame = (id: string, { event, data }: Frame): string => {
  if (LINE.test(data)) throw new Error("an event's data contains a line break");
  const safe = data.replaceAll(
    UNICODE_LINES,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${safe}\n\n`;
};
