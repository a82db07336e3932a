import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader, type Sent } from './server-sent-events.ts';

export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Everything received so far, unchanged. */
  readonly text: () => string;
  readonly events: () => readonly Sent[];
  /** Resolves with the events once there are this many or one of them matches. @throws when the stream ends first */
  readonly until: (enough: number | ((event: Sent) => boolean)) => Promise<readonly Sent[]>;
  /** Resolves with all events once the server has ended the stream. */
  readonly ended: () => Promise<readonly Sent[]>;
  /** Stops reading from the socket until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Disconnects in the middle of the stream. */
  readonly cut: () => void;
}

export interface StreamRequest {
  /** Missing if the headers have other credentials. */
  readonly key?: string;
  readonly lastEventId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a POST, sent as JSON; without it the request is a GET. */
  readonly body?: object;
}

/** Opens a stream over a separate connection. Resolves with the response's head, whatever its status. */
export const openStream = async (
  url: string,
  { key, lastEventId, headers, body }: StreamRequest,
): Promise<OpenStream> => {
  const answered = Promise.withResolvers<IncomingMessage>();
  const asked: ClientRequest = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  asked.once('response', answered.resolve);
  asked.once('error', answered.reject);
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const response = await answered.promise;
  asked.on('error', () => undefined);

  const pieces: Buffer[] = [];
  const closed = Promise.withResolvers<void>();
  let over = false;
  const reader = new EventReader();
  response.on('data', (piece: Buffer) => {
    pieces.push(piece);
    if (response.statusCode === 200) reader.add(piece);
  });
  response.once('close', () => {
    over = true;
    closed.resolve();
  });
  response.on('error', () => undefined);
  const text = (): string => Buffer.concat(pieces).toString('utf8');
  const events = (): readonly Sent[] => reader.events;

  return {
    status: response.statusCode!,
    headers: response.headers,
    text,
    events,
    until: async (enough) => {
      for (let looked = 0; ;) {
        const all = events();
        if (typeof enough === 'number' ? all.length >= enough : all.slice(looked).some(enough)) return all;
        looked = all.length;
        if (over) throw new Error(`the stream ended before that, after ${all.length} events`);
        await sleep(5);
      }
    },
    ended: async () => {
      await closed.promise;
      return events();
    },
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    cut: () => void asked.destroy(),
  };
};
