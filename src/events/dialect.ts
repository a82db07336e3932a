import type { RunOfStream, StoredEvent } from './stored.ts';

/** A server-sent event without its id. */
export interface Frame {
  /** The `event` field; omitted when undefined. */
  readonly event?: string;
  /** One line: JSON, or the word that ends a protocol. */
  readonly data: string;
}

/** A stream protocol: how events, partial texts and the end of a run are written. */
export interface Dialect {
  readonly headers: Readonly<Record<string, string>>;
  /** Renders every event except the model's messages, which are sent in parts. May return no frames. */
  readonly render: (event: StoredEvent, run: RunOfStream) => readonly Frame[];
  /** Frames of a text that a model writes; undefined in a dialect that shows none. */
  readonly text:
    | {
        readonly start: (messageId: string) => Frame;
        readonly part: (messageId: string, text: string) => Frame;
        readonly end: (messageId: string) => Frame;
        /** Withdraws a text that was closed before it was complete. @param before all events sent so far */
        readonly withdraw: (messageId: string, before: readonly StoredEvent[]) => Frame;
      }
    | undefined;
  /** Renders the end of a run; always at least one frame. */
  readonly end: (run: RunOfStream) => readonly Frame[];
}

const LINE = /[\r\n]/;
/** Server-sent events do not treat these as line ends, but readers that split text by Unicode rules do. */
const UNICODE_LINES = /[\u0085\u2028\u2029]/g;

/** Formats a server-sent event as text, in lines that end with LF. @throws when the data contains a line break */
export const writeFrame = (id: string, { event, data }: Frame): string => {
  if (LINE.test(data)) throw new Error('the data of an event contains a line break');
  const safe = data.replaceAll(
    UNICODE_LINES,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${safe}\n\n`;
};
