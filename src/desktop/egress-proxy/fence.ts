import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerRaw } from './answers.ts';
import { forward } from './forward.ts';
import { openWebSocket } from './open-websocket.ts';
import { type FenceContext, refuse } from './connect-or-refuse.ts';
import { EGRESS_LIMITS, type EgressLimits } from './limits.ts';
import { type Network, systemNetwork } from './network.ts';
import { type EgressAttempt, type EgressBlock, type EgressCounts, Reporter } from './report.ts';
import { watchRequestLines } from './request-line.ts';
import { isSound } from './request-shape.ts';
import { Traffic } from './traffic.ts';
import { openTunnel } from './tunnel.ts';

export interface EgressFenceOptions {
  /**
   * Path of the socket. It is in a folder that other users cannot enter, because any process that can connect to it is treated as
   * part of the run.
   */
  readonly socketPath: string;
  /** Hosts that this run may reach, given as exact names or `*.example.in`. */
  readonly allow: readonly string[];
  /** Called for each refused attempt. The client gets its response after this has resolved. */
  readonly onBlock: (block: EgressBlock) => Promise<void>;
  readonly onError?: (error: unknown) => void;
  readonly limits?: Partial<EgressLimits>;
  readonly network?: Network;
}

/** The only connection from a run's desktop to the outside. */
export interface EgressFence {
  readonly socketPath: string;
  counts(): EgressCounts;
  /** Ends all connections, reports the remaining totals, and removes the socket. */
  close(): Promise<void>;
}

const SERVER = {
  insecureHTTPParser: false,
  requireHostHeader: true,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  /**
   * No time limit, because a large upload may continue for as long as data arrives. The idle time and the size are limited
   * instead.
   */
  requestTimeout: 0,
} as const;

/**
 * Opens a fence.
 * @throws if it cannot listen on the path
 */
export const createEgressFence = async (options: EgressFenceOptions): Promise<EgressFence> => {
  const { socketPath, allow, onBlock, onError = () => undefined, network = systemNetwork } = options;
  const limits = { ...EGRESS_LIMITS, ...options.limits };
  const reporter = new Reporter({ rows: limits.rows, onBlock, onError });
  const traffic = new Traffic(limits, () => {
    void reporter.refuse({ host: '', port: null, rule: 'bytes', via: 'limit' });
  });
  const fence: FenceContext = { policy: { allow }, limits, network, reporter, traffic };
  const server = createServer({
    ...SERVER,
    headersTimeout: limits.helloMs,
    maxHeaderSize: limits.headBytes,
  });
  watchRequestLines(server, limits.headBytes);
  attach(server, fence, onError);
  await rm(socketPath, { force: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(socketPath, resolve);
  await promise;
  server.off('error', reject);
  // The desktop's own user connects through a mount. A parent folder keeps out all other users of this machine.
  await chmod(socketPath, 0o666);
  return {
    socketPath,
    counts: () => ({ ...reporter.counts, bytes: traffic.bytes, connections: traffic.connections }),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      traffic.cut();
      server.closeAllConnections();
      await closed;
      await reporter.close();
      await rm(socketPath, { force: true });
    },
  };
};

const part = (socket: Duplex, head: Buffer) => ({ socket: socket as Socket, head });

const refuseRaw = async (fence: FenceContext, socket: Duplex, attempt: EgressAttempt): Promise<void> =>
  answerRaw(socket, await refuse(fence, attempt));

const attach = (server: Server, fence: FenceContext, onError: (error: unknown) => void): void => {
  const { traffic, limits } = fence;
  /** The host of each tunnel to port 80. The parser also reads the bytes inside these tunnels. */
  const tunnels = new WeakMap<Duplex, string>();
  /** Connections on which a malformed request was refused. Later reports from the parser about them are ignored. */
  const spoilt = new WeakSet<Duplex>();
  const openPlain = (socket: Socket, host: string): void => {
    tunnels.set(socket, host);
    server.emit('connection', socket);
  };
  const guard = (socket: Duplex, work: Promise<void>): void => {
    work.catch((error: unknown) => {
      onError(error);
      socket.destroy();
    });
  };
  const tunnelOf = ({ socket }: IncomingMessage): string | undefined => tunnels.get(socket);

  server.on('connection', (socket: Socket) => {
    if (tunnels.has(socket)) return;
    socket.on('error', () => socket.destroy());
    if (traffic.full) {
      void refuse(fence, { host: '', port: null, rule: 'connections', via: 'limit' });
      socket.destroy();
      return;
    }
    traffic.connections += 1;
    traffic.hold(socket);
    socket.setTimeout(limits.idleMs, () => socket.destroy());
    socket.once('close', () => (traffic.connections -= 1));
  });
  server.on('connect', (request, socket, head) => {
    guard(socket, openTunnel(fence, request, part(socket, head), openPlain));
  });
  server.on('request', (request, response) => {
    // After an ambiguous request, the bytes that look like the next request may not be one.
    if (spoilt.has(request.socket)) return;
    if (!isSound(request)) spoilt.add(request.socket);
    guard(request.socket, forward(fence, request, response, tunnelOf(request)));
  });
  server.on('upgrade', (request, socket, head) => {
    guard(socket, openWebSocket(fence, request, part(socket, head), tunnelOf(request)));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (spoilt.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      socket.destroy();
      return;
    }
    const host = tunnels.get(socket) ?? '';
    const attempt = { host, port: host === '' ? null : 80, rule: 'malformed', via: 'http' } as const;
    guard(socket, refuseRaw(fence, socket, attempt));
  });
};
