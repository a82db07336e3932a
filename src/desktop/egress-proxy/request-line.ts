import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const inexact = new WeakSet<IncomingMessage>();

/**
 * Returns whether a request's first line consists of exactly its method, target and version, with single spaces in between and
 * nothing before it. Works only for requests to a server that was passed to {@link watchRequestLines}.
 */
export const hasExactLine = (request: IncomingMessage): boolean => !inexact.has(request);

/**
 * Compares each request's first line with the received bytes, because Node's parser accepts more than it reports: several spaces,
 * blank lines in front, `RTSP/1.0` as a version. An upstream server may interpret those differently. A request that is sent
 * before the previous one has ended counts as inexact, because only the parser knows where it starts.
 * @param most maximum size of a head, in bytes, that the server accepts
 */
export const watchRequestLines = (server: Server, most: number): void => {
  /** Bytes received since the last request ended. */
  const heads = new WeakMap<Duplex, Buffer>();
  const listeners = new WeakMap<Duplex, (chunk: Buffer) => void>();

  server.on('connection', (socket: Socket) => {
    const take = (chunk: Buffer): void => {
      const head = heads.get(socket);
      if (head === undefined) heads.set(socket, chunk);
      else if (head.length < most) heads.set(socket, Buffer.concat([head, chunk]));
    };
    listeners.set(socket, take);
    // Calling `on` makes the parser share the bytes. Prepending the listener makes a head available before its request is
    // emitted.
    socket.on('data', take);
    socket.off('data', take);
    socket.prependListener('data', take);
  });

  const check = (request: IncomingMessage): void => {
    const line = Buffer.from(`${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`, 'latin1');
    const head = heads.get(request.socket)?.subarray(0, line.length);
    if (head === undefined || !line.equals(head)) inexact.add(request);
  };
  const forget = (socket: Duplex): void => {
    const take = listeners.get(socket);
    if (take !== undefined) socket.off('data', take);
    heads.delete(socket);
  };
  server.prependListener('request', (request) => {
    check(request);
    request.once('end', () => heads.delete(request.socket));
  });
  for (const event of ['connect', 'upgrade'] as const) {
    server.prependListener(event, (request: IncomingMessage, socket: Duplex) => {
      check(request);
      forget(socket);
    });
  }
};
