import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the core system received it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Subject of the client's certificate, if it presented one. */
  readonly client: string | undefined;
}

export type Answering = (received: Received, response: ServerResponse, socket: Socket) => unknown;

/** A stand-in for an institution's core system: a real HTTP server whose behaviour a test changes while it runs. */
export interface CoreSystem {
  readonly port: number;
  readonly received: readonly Received[];
  /** Replaces the system's answers. */
  readonly behave: (answering: Answering) => void;
  /** Resolves once this many requests have arrived. */
  readonly arrived: (count: number) => Promise<void>;
  /** Stops listening, so that nobody can connect, until `comeBack` is called. */
  readonly goAway: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const json =
  (body: unknown, status = 200): Answering =>
  (_received, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const end = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
};

export const startCoreSystem = async (answering: Answering, tls?: ServerOptions): Promise<CoreSystem> => {
  let current = answering;
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const certificate = (
      request.socket as { getPeerCertificate?: () => { subject?: { CN?: string } } }
    ).getPeerCertificate?.();
    const one: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
      client: certificate?.subject?.CN,
    };
    received.push(one);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    await current(one, response, request.socket);
  };
  const create = (): Server => {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    return server.on('request', (request, response) => void answer(request, response));
  };
  const listen = async (port: number): Promise<Server> => {
    const server = create();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    behave: (next) => {
      current = next;
    },
    arrived: async (count) => {
      if (received.length >= count) return;
      await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
    goAway: async () => end(server),
    comeBack: async () => {
      server = await listen(port);
    },
    close: async () => end(server),
  };
};
