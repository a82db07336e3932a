import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { openWebUi } from '../../contract/operations/auth.ts';
import { readCookie } from '../auth/cookies.ts';
import type { Reply } from '../services/route.ts';
import type { Services } from '../services/services.ts';
import { page } from '../sign-in/pages.ts';
import { exchangeTicket, viewerOf } from './ticket.ts';

export const ENTRANCE = '/pramaan/enter';

const COOKIE = '__Host-pramaan_web_ui';
const ANSWER_MS = 30_000;

/** Header fields that belong to one connection, and credentials that are not meant for the Web UI. */
const NOT_PASSED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'authorization',
]);

type Parts = Pick<Services, 'db' | 'log'> & {
  readonly rings: Pick<Services['rings'], 'webUi'>;
  readonly settings: Pick<Services['settings'], 'publicBaseUrl'>;
};

/**
 * Creates the only entrance to Temporal's Web UI: a reverse proxy on a port, and thus an origin, of its own. It lets signed-in
 * auditors and administrators read, and nobody change anything, because runs are ended through the API, which records it.
 * @param upstream address of the Web UI, which only this process can reach
 */
export const createWebUiServer = (parts: Parts, upstream: URL): Server => {
  const server = createServer({ headersTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
    serve(parts, upstream, request, response).catch((error: unknown) => {
      parts.log.warn({ error }, 'the Web UI could not be shown');
      if (response.headersSent) response.destroy();
      else show(response, FAILED);
    });
  });
  return server;
};

const FAILED = page({
  status: 503,
  title: 'The Web UI does not respond',
  text: 'Try again in a moment.',
});

const serve = async (
  parts: Parts,
  upstream: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://web-ui.invalid');
  if (url.pathname === ENTRANCE) {
    enter(parts, url, response);
    return;
  }
  const cookie = readCookie(request.headers.cookie ?? '', COOKIE);
  const viewer = cookie === undefined ? undefined : await viewerOf(parts, cookie);
  if (viewer === undefined) {
    show(response, signInFirst(parts));
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    show(response, READ_ONLY);
    return;
  }
  await pass(upstream, request, response);
};

const READ_ONLY = page({
  status: 405,
  title: 'The Web UI is read-only',
  text: 'Start, cancel and answer runs through the API.',
  headers: { Allow: 'GET, HEAD' },
});

const signInFirst = ({ settings }: Parts): Reply =>
  page({
    status: 401,
    title: 'Sign in',
    text: "Auditors and administrators can open Temporal's Web UI.",
    next: { href: `${settings.publicBaseUrl}${openWebUi.path}`, label: 'Sign in' },
  });

const enter = (parts: Parts, url: URL, response: ServerResponse): void => {
  const session = exchangeTicket(parts, url.searchParams.get('ticket') ?? '');
  if (session === undefined) {
    show(response, signInFirst(parts));
    return;
  }
  const cookie = `${COOKIE}=${session}; Path=/; Secure; HttpOnly; SameSite=Strict`;
  show(
    response,
    page({
      status: 200,
      title: 'Temporal',
      text: 'The Web UI opens.',
      goTo: '/',
      next: { href: '/', label: 'Open' },
      headers: { 'Set-Cookie': cookie },
    }),
  );
};

const show = (response: ServerResponse, { status, body, headers }: Reply): void => {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body as string);
};

const passable = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED.has(name)));

/** Passes a request on without this service's own cookies. */
const pass = async (upstream: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const cookies = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !/^(__Host-)?pramaan_/.test(pair))
    .join('; ');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = ask(
    new URL(request.url ?? '/', upstream),
    {
      method: request.method,
      headers: { ...passable(request.headers), host: upstream.host, cookie: cookies },
      timeout: ANSWER_MS,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, {
        ...passable(answer.headers),
        'x-frame-options': 'DENY',
      });
      answer.pipe(response);
      answer.once('error', reject);
      response.once('close', () => {
        answer.destroy();
        resolve();
      });
    },
  );
  asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
  asked.once('error', reject);
  asked.end();
  await promise;
};
