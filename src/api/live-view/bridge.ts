import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { viewPage } from '../../contract/operations/live-view.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import { viewAddressOf } from '../../store/hosts/hosts.ts';
import { openView } from '../../desktop/live-view/api-link.ts';
import { CLOSE } from '../../desktop/live-view/view-request.ts';
import { joinSockets, keepWatch, turnAway } from '../../desktop/live-view/pipe.ts';
import { whoLogs } from '../auth/who-logs.ts';
import { endWithProblem } from '../http/raw-answer.ts';
import type { Services } from '../services/services.ts';
import { type Admitted, admit, renew } from './admission.ts';
import { followRun } from './follow-run.ts';

const DESKTOP_PATH = `${viewPage.path}/socket`;
const RUN_PATH = `${viewPage.path}/run`;

/** Paths of the page's WebSockets: one for the desktop's picture, one for the run's state. */
export const SOCKET_PATHS = [DESKTOP_PATH, RUN_PATH] as const;

/** How often an open view checks whether its viewer may still look, and how many checks pass between two fresh tokens. */
const CHECK_MS = 4_000;
const CHECKS_PER_TOKEN = 15;
const MAX_MESSAGE = 2 * 1_048_576;
/** Room for the longest answer to a question. */
const MAX_COMMAND = 32_768;
const MAX_VIEWS = 500;

export interface LiveViewBridge {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Closes all views; the pages then reconnect to another process. */
  readonly close: () => void;
}

/** Serves one kind of socket after its viewer has been admitted. */
type Serve = (viewer: WebSocket, admitted: Admitted) => Promise<void>;

/** Admits viewers, connects them to the worker that holds their desktop, and sends them their run's state. */
export const createLiveViewBridge = (services: Services, linkRing: KeyRing): LiveViewBridge => {
  const kinds: Readonly<Record<string, { readonly server: WebSocketServer; readonly serve: Serve }>> = {
    [DESKTOP_PATH]: {
      server: new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false }),
      serve: async (viewer, admitted) => joinDesktop(services, linkRing, viewer, admitted),
    },
    [RUN_PATH]: {
      server: new WebSocketServer({ noServer: true, maxPayload: MAX_COMMAND, perMessageDeflate: false }),
      serve: async (viewer, admitted) => followRun(services, viewer, admitted),
    },
  };
  return {
    upgrade: (request, socket, head) => {
      const kind = kinds[request.url ?? ''];
      if (kind === undefined || kind.server.clients.size >= MAX_VIEWS) {
        endWithProblem(socket, 'dependency-away', { 'Retry-After': '5' });
        return;
      }
      kind.server.handleUpgrade(request, socket, head, (viewer) => {
        viewer.on('error', () => viewer.terminate());
        take(services, viewer, kind.serve).catch((error: unknown) => {
          services.log.warn({ error }, 'live view could not be opened');
          turnAway(viewer, CLOSE.again);
        });
      });
    },
    close: () => {
      const viewers = Object.values(kinds).flatMap(({ server }) => [...server.clients]);
      for (const viewer of viewers) viewer.close(CLOSE.again);
      setTimeout(() => viewers.forEach((viewer) => viewer.terminate()), 500).unref();
    },
  };
};

const take = async (services: Services, viewer: WebSocket, serve: Serve): Promise<void> => {
  const admitted = await admit(services, viewer);
  if (typeof admitted === 'number') {
    turnAway(viewer, admitted);
    return;
  }
  await serve(viewer, admitted);
  if (viewer.readyState !== viewer.OPEN) return;
  keepWatch(viewer);
  let checks = 0;
  const renewing = setInterval(() => {
    checks += 1;
    void renew(services, viewer, admitted.ask, checks % CHECKS_PER_TOKEN === 0);
  }, CHECK_MS);
  viewer.once('close', () => clearInterval(renewing));
  viewer.resume();
};

const joinDesktop = async (
  services: Services,
  linkRing: KeyRing,
  viewer: WebSocket,
  { ask, caller }: Admitted,
): Promise<void> => {
  const start = performance.now();
  const address = await viewAddressOf(services.db, { run: ask.run, teamId: ask.team });
  if (address === undefined) {
    turnAway(viewer, CLOSE.absent);
    return;
  }
  const view = await openView(address, linkRing, { ...ask, actor: caller.actor });
  joinSockets(viewer, view, CLOSE.again);
  if (viewer.readyState !== viewer.OPEN) {
    turnAway(view, CLOSE.again);
    return;
  }
  const fields = { run_id: ask.run, team_id: ask.team, ...whoLogs(caller) };
  services.log.info(
    { ...fields, outcome: ask.right, duration_ms: Math.round(performance.now() - start) },
    'live view opened',
  );
  viewer.once('close', (code) =>
    services.log.info(
      { ...fields, status: code, duration_ms: Math.round(performance.now() - start) },
      'live view closed',
    ),
  );
  view.resume();
};
