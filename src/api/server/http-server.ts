import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AddressInfo, Socket } from 'node:net';
import type { ProblemCode } from '../../contract/problem.ts';
import { endWithProblem } from '../http/raw-answer.ts';
import { isSlowBodyAllowed } from '../http/slow-bodies.ts';

const LIMITS = {
  /** Maximum time for all header fields to arrive; a slower connection is closed. */
  headersTimeout: 10_000,
  /** Maximum time for a whole request, body included. */
  requestTimeout: 60_000,
  /** Maximum time that an idle connection stays open: longer than the usual 60 s of load balancers. */
  keepAliveTimeout: 65_000,
  /** How often Node checks the timeouts. */
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
} as const;

/** Node's error codes for requests that it rejects before any middleware sees them. */
const REFUSALS: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Creates an HTTP server with explicit limits. It does not listen yet, and does not respond until a handler is attached.
 * @param upgrades paths whose requests may become WebSockets; elsewhere the Upgrade header is ignored, as RFC 9110 allows
 */
export const createServer = (upgrades: readonly string[] = []): Server => {
  const server = createHttpServer({
    ...LIMITS,
    // A middleware refuses requests without Host, because Node's own response would not have a body.
    requireHostHeader: false,
    shouldUpgradeCallback: ({ method, url, headers }) =>
      method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && upgrades.includes(url ?? ''),
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The reader of a long body has its own limits, and Node reports the server's limit only once.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowBodyAllowed(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else endWithProblem(socket, REFUSALS[error.code ?? ''] ?? 'malformed-request');
  });
  // Without listeners, Node responds to `checkExpectation` without a body and closes a `connect` connection without a response.
  server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    endWithProblem(socket, 'expectation-failed'),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    endWithProblem(socket, 'method-not-allowed', { Allow: 'GET, HEAD, POST, PUT, DELETE' });
  });
  return server;
};

/** Starts listening. @param port 0 picks a free one. @returns the port. @throws EADDRINUSE and the like */
export const listen = async (
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port, backlog: 1_024 }, resolve);
  await promise;
  server.off('error', reject);
  return (server.address() as AddressInfo).port;
};

/** Stops accepting connections and resolves when all are closed. Each connection closes as soon as its response is sent. */
export const drain = async (server: Server): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // A keep-alive connection becomes idle after its response, and would otherwise remain open until its timeout.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  await promise;
  clearInterval(closing);
};
