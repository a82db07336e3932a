import type { RunOfStream, StoredEvent } from './stored.ts';

/** One server-sent event but for its id. */
export interface Frame {
  /** The `event` field; none when left out. */
  readonly event?: string;
  /** One line: JSON, or a word that a protocol ends with. */
  readonly data: string;
}

/** A message of the conversation so far, with its calls; or the result of one. */
export interface Dialect {
  readonly headers: Readonly<Record<string, string>>;
  /** Everything but messages of the model: those are told in parts. May be nothing. */
  readonly render: (event: StoredEvent, run: RunOfStream) => readonly Frame[];
  /** Of a text that a model writes; undefined in a dialect that does not show any. */
  readonly text:
    | {
        readonly start: (messageId: string) => Frame;
        readonly part: (messageId: string, text: string) => Frame;
        readonly end: (messageId: string) => Frame;
        /** Takes back a text that was closed before it was whole. @param before everything that was told so far */
        readonly withdraw: (messageId: string, before: readonly StoredEvent[]) => Frame;
      }
    | undefined;
  /** How a run that has ended is told; never nothing. */
  readonly end: (run: RunOfStream) => readonly Frame[];
}

const LINE = /[\r\n]/;
/** No line ends for server-sent events, but for readers that split text by the rules of Unicode. */
const UNICODE_LINES = /[\u0085\u2028\u2029]/g;

/** A server-sent event as text, in lines that end with LF. */
export const writeFrame = (id: string, { event, data }: Frame): string => {
  if (LINE.test(data)) throw new Error('the data of an event is more than one line');
  const safe = data.replaceAll(
    UNICODE_LINES,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${safe}\n\n`;
};
