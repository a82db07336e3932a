import {
  type ClientHttp2Stream,
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Authority, Issued } from './certificates.ts';

const UNAUTHENTICATED = '16';

export interface TemporalGateway {
  readonly port: number;
  /** Number of calls that the gateway let through. */
  readonly calls: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Starts a gateway in front of a Temporal server with a hosted server's requirements: TLS, optionally with a client certificate,
 * and an API key with each call.
 */
export const startTemporalGateway = async (options: {
  readonly address: string;
  readonly server: Issued;
  /** The authority whose certificates clients need; if it is omitted, clients need no certificate. */
  readonly clients?: Authority;
  readonly apiKey?: string;
}): Promise<TemporalGateway> => {
  const upstream = connect(`http://${options.address}`);
  let calls = 0;
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer({
    cert: options.server.cert,
    key: options.server.key,
    ...(options.clients !== undefined && {
      ca: options.clients.cert,
      requestCert: true,
      rejectUnauthorized: true,
    }),
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`) {
      const refused = { 'grpc-status': UNAUTHENTICATED, 'grpc-message': 'no such key' };
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...refused }, { endStream: true });
      return;
    }
    calls += 1;
    forward(stream, upstream.request({ ...headers, ':scheme': 'http' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    close: async () => {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const forward = (stream: ServerHttp2Stream, call: ClientHttp2Stream): void => {
  let trailers: IncomingHttpHeaders = {};
  call.on('response', (headers, flags) => {
    if (stream.destroyed) return;
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(headers, endStream ? { endStream } : { waitForTrailers: true });
  });
  call.on('trailers', (given) => {
    trailers = given;
  });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  call.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  stream.on('close', () => call.close(constants.NGHTTP2_CANCEL));
  stream.pipe(call);
  call.pipe(stream);
};
