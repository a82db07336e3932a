import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Ledger } from '../../ledger/index.ts';
import { VIEW_REQUEST_FIELD, CLOSE, readViewRequest, type ViewRequest } from './view-request.ts';
import type { WatchedDesktop } from './desktop.ts';
import { createLinkServer } from './link.ts';
import { keepWatch, turnAway } from './pipe.ts';
import { ViewRows } from './ledger-rows.ts';
import { LEASE_MS, ViewSession } from './session.ts';

export interface WorkerLinkOptions {
  readonly ring: KeyRing;
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** `host:port` to announce to the API, if it differs from the address listened on. */
  readonly announced?: string | undefined;
  readonly desktops: { findByRun(run: string): WatchedDesktop | undefined };
  readonly ledger: Pick<Ledger, 'append'>;
  readonly onError: (error: unknown) => void;
  readonly leaseMs?: number;
  /** Milliseconds between pings to a viewer. */
  readonly beatMs?: number;
}

export interface WorkerLink {
  /** Address at which the API reaches the worker, as `host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

const MAX_MESSAGE = 2 * 1_048_576;
const MAX_VIEWERS = 16;
const HANDSHAKE_MS = 5_000;

/** Number of views by run. */
type Viewers = Map<string, number>;

const admit = (options: WorkerLinkOptions, viewers: Viewers, viewer: WebSocket, ask: ViewRequest): void => {
  viewer.on('error', () => viewer.terminate());
  // Pause the viewer, so that none of its messages are lost while its desktop is being contacted.
  viewer.pause();
  const desktop = options.desktops.findByRun(ask.run);
  const count = viewers.get(ask.run) ?? 0;
  if (desktop === undefined || desktop.teamId !== ask.team) turnAway(viewer, CLOSE.absent);
  else if (count >= MAX_VIEWERS) turnAway(viewer, CLOSE.busy);
  else {
    viewers.set(ask.run, count + 1);
    viewer.once('close', () => {
      const left = (viewers.get(ask.run) ?? 1) - 1;
      if (left === 0) viewers.delete(ask.run);
      else viewers.set(ask.run, left);
    });
    begin(options, desktop, viewer, ask).catch((error: unknown) => {
      options.onError(error);
      turnAway(viewer, CLOSE.again);
    });
  }
};

const begin = async (
  { ledger, onError, leaseMs = LEASE_MS, beatMs }: WorkerLinkOptions,
  desktop: WatchedDesktop,
  viewer: WebSocket,
  ask: ViewRequest,
): Promise<void> => {
  const rows = new ViewRows(ledger, ask);
  await rows.opened();
  const rfb = await desktop.dial();
  if (viewer.readyState !== viewer.OPEN) {
    rfb.destroy();
    return;
  }
  const { right, key: who } = ask;
  void new ViewSession({ socket: viewer, rfb, desktop, right, who, rows, onError, leaseMs });
  keepWatch(viewer, beatMs);
  viewer.resume();
};

/**
 * Listens for views that the API opens on this worker's desktops.
 * @throws if the port is taken
 */
export const startWorkerLink = async (options: WorkerLinkOptions): Promise<WorkerLink> => {
  const server = createLinkServer(options.ring);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  const viewers: Viewers = new Map();
  server.headersTimeout = HANDSHAKE_MS;
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  // The server only serves views.
  server.on('request', (_request, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket, head) => {
    const ask = readViewRequest(request.headers[VIEW_REQUEST_FIELD]);
    if (ask === undefined) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, (viewer) => admit(options, viewers, viewer, ask));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(options.port, options.host, resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    address: options.announced ?? `${options.host}:${port}`,
    close: async () => {
      for (const viewer of sockets.clients) viewer.close(CLOSE.again);
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      setTimeout(() => sockets.clients.forEach((viewer) => viewer.terminate()), 200).unref();
      await closed;
    },
  };
};
