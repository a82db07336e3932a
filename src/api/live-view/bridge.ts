import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { viewPage } from '../../contract/operations/live-view.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { KeyRing } from '../../crypto/key-ring.ts';
import { viewAddressOf } from '../../hosts/hosts.ts';
import type { Caller } from '../../keys/authenticate.ts';
import { openView } from '../../live-view/api-link.ts';
import { CLOSE, type ViewAsk, type ViewRight } from '../../live-view/ask.ts';
import { bytesOf, joinSockets, keepWatch, turnAway } from '../../live-view/pipe.ts';
import { endWithProblem } from '../raw-answer.ts';
import type { Services } from '../services.ts';
import { issueViewToken, readViewToken } from './view-token.ts';

/** Where the page's WebSocket goes. */
export const SOCKET_PATH = `${viewPage.path}/socket`;

const FIRST_MESSAGE_MS = 5_000;
/** How often the key of an open view is looked at, and its token made anew. */
const RENEW_MS = 60_000;
const MAX_MESSAGE = 2 * 1_048_576;
const MAX_VIEWS = 500;

const opening = z.strictObject({ token: z.string().max(2_000) });

/** Whoever may act on runs may watch the ones that it started. */
const SCOPES: Readonly<Record<ViewRight, readonly Scope[]>> = {
  view: ['operators:read', 'operators:write'],
  control: ['operators:write'],
};

export interface LiveViewBridge {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Ends every view; their pages try again, elsewhere. */
  readonly close: () => void;
}

/**
 * Takes viewers in and hands them on to the worker that has their desktop. The token comes as the first message, where no
 * proxy and no log looks for it.
 */
export const createLiveViewBridge = (
  services: Pick<Services, 'db' | 'rings' | 'authenticator' | 'buckets' | 'log'>,
  linkRing: KeyRing,
): LiveViewBridge => {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  return {
    upgrade: (request, socket, head) => {
      if (server.clients.size >= MAX_VIEWS) {
        endWithProblem(socket, 'dependency-away', { 'Retry-After': '5' });
        return;
      }
      server.handleUpgrade(request, socket, head, (viewer) => {
        viewer.on('error', () => viewer.terminate());
        take(services, linkRing, viewer).catch((error: unknown) => {
          services.log.warn({ error }, 'a live view could not be opened');
          turnAway(viewer, CLOSE.again);
        });
      });
    },
    close: () => {
      for (const viewer of server.clients) viewer.close(CLOSE.again);
      setTimeout(() => server.clients.forEach((viewer) => viewer.terminate()), 500).unref();
    },
  };
};

/** Whose key the token was made with, as long as that key still may do what the token says. */
const callerOf = async (
  { authenticator }: Pick<Services, 'authenticator'>,
  ask: ViewAsk,
): Promise<Caller | undefined> => {
  const caller = await authenticator.byId(ask.key);
  if (caller?.teamId !== ask.team) return undefined;
  return SCOPES[ask.right].some((scope) => caller.scopes.has(scope)) ? caller : undefined;
};

const take = async (
  services: Pick<Services, 'db' | 'rings' | 'authenticator' | 'buckets' | 'log'>,
  linkRing: KeyRing,
  viewer: WebSocket,
): Promise<void> => {
  const start = performance.now();
  const token = await firstMessage(viewer);
  viewer.pause();
  const ask = token === undefined ? undefined : readViewToken(services.rings.liveView, token);
  const caller = ask && (await callerOf(services, ask));
  if (ask === undefined || caller === undefined) {
    turnAway(viewer, CLOSE.denied);
    return;
  }
  // Each opening is a row of the ledger.
  if (!services.buckets.take(caller.keyId).allowed) {
    turnAway(viewer, CLOSE.busy);
    return;
  }
  const address = await viewAddressOf(services.db, { run: ask.run, teamId: ask.team });
  if (address === undefined) {
    turnAway(viewer, CLOSE.absent);
    return;
  }
  const view = await openView(address, linkRing, ask);
  joinSockets(viewer, view, CLOSE.again);
  keepWatch(viewer);
  if (viewer.readyState !== viewer.OPEN) {
    turnAway(view, CLOSE.again);
    return;
  }
  const renewing = setInterval(() => void renew(services, viewer, ask), RENEW_MS);
  const { keyId: key_id, keyPrefix: key_prefix } = caller;
  const fields = { run_id: ask.run, team_id: ask.team, key_id, key_prefix };
  services.log.info(
    { ...fields, outcome: ask.right, duration_ms: Math.round(performance.now() - start) },
    'live view opened',
  );
  viewer.once('close', (code) => {
    clearInterval(renewing);
    services.log.info(
      { ...fields, status: code, duration_ms: Math.round(performance.now() - start) },
      'live view closed',
    );
  });
  view.resume();
  viewer.resume();
};

/** A page that is reloaded later needs a token that still works; a key that was revoked ends what it had opened. */
const renew = async (
  services: Pick<Services, 'rings' | 'authenticator'>,
  viewer: WebSocket,
  ask: ViewAsk,
): Promise<void> => {
  try {
    if ((await callerOf(services, ask)) === undefined) viewer.close(CLOSE.denied);
    else viewer.send(JSON.stringify({ type: 'token', token: issueViewToken(services.rings.liveView, ask) }));
  } catch {
    // The database is away: the view goes on, and is looked at again.
  }
};

/** @returns the token of the first message; undefined when it is none, or does not come */
const firstMessage = async (viewer: WebSocket): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(() => resolve(undefined), FIRST_MESSAGE_MS);
  viewer.once('message', (data, isBinary) => {
    try {
      resolve(isBinary ? undefined : opening.parse(JSON.parse(bytesOf(data).toString())).token);
    } catch {
      resolve(undefined);
    }
  });
  viewer.once('close', () => resolve(undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};
